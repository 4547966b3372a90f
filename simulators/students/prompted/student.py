"""The loop of a prompted student: choose a behaviour, and see the output before mending anything."""

from dataclasses import dataclass
from typing import ClassVar

from backends import Prompt
from protocol import Cognition, Stream
from simulators.settings import Settings
from simulators.students.prompted.replies import Act, Fix, PhasedAct, ReasonedAct, ReasonedFix
from simulators.students.prompted.views import ActView, Exemplar, FixView
from simulators.students.student import Action, Desk, Enrolment, Situation


@dataclass(frozen=True)
class Script:
    """The prompts of one kind of prompted student.

    Args:
        act: Asked at the start of every step.
        phased_act: The same for the +M variant.
        fix: Asked once the output is known, where the student chose to debug.
    """

    act: Prompt[ActView, Act]
    phased_act: Prompt[ActView, PhasedAct]
    fix: Prompt[FixView, Fix]


class PromptedModel(Settings):
    """A kind of student that a prompt alone makes.

    Args:
        metacognitive_prompt: Explain the phases of self-regulated learning and ask for the one that
            the student is in (the +M variants of BEAGLE, Table 1).
    """

    script: ClassVar[Script]

    metacognitive_prompt: bool = False

    @property
    def exemplars(self) -> tuple[Exemplar, ...]:
        """Students at work that the prompt shows."""
        return ()

    def enrol(self, enrolment: Enrolment) -> "PromptedStudent":
        """A new student of this kind, for one episode."""
        return PromptedStudent(self.script, enrolment, self.exemplars, metacognitive_prompt=self.metacognitive_prompt)


class PromptedStudent:
    """Sees the program and the last output at every step, and nothing that lies further back.

    Args:
        script: The prompts of its kind.
        enrolment: What it is given for the episode.
        exemplars: Students at work that the prompt shows.
        metacognitive_prompt: Whether it is the +M variant.
    """

    def __init__(
        self, script: Script, enrolment: Enrolment, exemplars: tuple[Exemplar, ...], *, metacognitive_prompt: bool
    ) -> None:
        self._script = script
        self._enrolment = enrolment
        self._exemplars = exemplars
        self._metacognitive_prompt = metacognitive_prompt

    async def act(self, situation: Situation, desk: Desk) -> Action:
        """See Student."""
        view = self._view(situation)
        prompt = self._script.phased_act if self._metacognitive_prompt else self._script.act
        model, step = self._enrolment.model, situation.step
        act = (await model.ask(prompt, view, seed=self._seed("act", step))).reply
        utterance, code, thoughts = act.utterance, act.code, _reasoning(act)
        if act.behaviour is Cognition.DEBUGGING:
            seen = FixView(**dict(view), output=(await desk.run()).output)
            fix = (
                await self._enrolment.model.ask(self._script.fix, seen, seed=self._seed("fix", situation.step))
            ).reply
            utterance, code, thoughts = f"{utterance} {fix.utterance}", fix.code, thoughts + _reasoning(fix)
        return Action(
            code=situation.code if code is None else code,
            utterance=utterance,
            cognition=act.behaviour,
            metacognition=act.metacognition if isinstance(act, PhasedAct) else None,
            thoughts=thoughts,
        )

    def _view(self, situation: Situation) -> ActView:
        problem = self._enrolment.problem
        return ActView(
            problem=problem.id,
            title=problem.title,
            statement=problem.statement,
            level=self._enrolment.episode.rho_behav,
            metacognitive_prompt=self._metacognitive_prompt,
            reasons=issubclass(self._script.act.reply, ReasonedAct),
            exemplars=self._exemplars,
            step=situation.step,
            max_steps=situation.max_steps,
            code=situation.code,
            last_output=situation.last_output,
            hint=situation.hint.text if situation.hint else None,
        )

    def _seed(self, call: str, step: int) -> int:
        return self._enrolment.episode.streams.seed(Stream.MODEL, call, step)


def _reasoning(reply: Act | Fix) -> tuple[str, ...]:
    return (reply.reasoning,) if isinstance(reply, ReasonedAct | ReasonedFix) else ()
