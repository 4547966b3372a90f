"""A student at a programming problem, with a tutor to ask: the session of BEAGLE and its baselines."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import Field

from backends import Meter, Model
from environments.programming import Grader, Observation, Problem, evidence, may_edit, problem, runs
from environments.sandbox import Runner
from protocol import (
    BackendError,
    BudgetError,
    Episode,
    Outcome,
    SandboxError,
    TruncatedReplyError,
    UnreadableReplyError,
)
from simulators.settings import Settings
from simulators.students.student import NOT_EXECUTED, Action, Enrolment, Situation, Student, StudentModel
from simulators.tutors.tutor import HelpRequest, Hint, Tutor, TutorModel


@dataclass(frozen=True)
class Trace:
    """What an episode leaves: a row of `protocol.traces.EPISODES`, and rows of `PROGRAMMING_STEPS`."""

    episode: Mapping[str, Any]
    steps: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class Models:
    """Who speaks for whom in a session.

    Args:
        student: For the student.
        tutor: For the tutor.
    """

    student: Model
    tutor: Model


@dataclass
class Workstation:
    """The desk of one step: lets the student run the program as it stood when the step began."""

    problem: Problem
    grader: Grader
    code: str
    observation: Observation | None = None

    async def run(self) -> Observation:
        """Run the program, once a step."""
        if self.observation is None:
            self.observation = await self.grader.grade(self.problem, self.code)
        return self.observation

    def evidence(self, code: str) -> Mapping[str, bool | None]:
        """What the IDE oracle reads off a program."""
        return evidence(code, self.problem)


@dataclass
class _Work:
    """An episode under way: the program, what the student has seen of it, and the rows so far."""

    enrolment: Enrolment
    student: Student
    tutor: Tutor
    grader: Grader
    code: str
    last_output: str | None = None
    hint: Hint | None = None
    state: Observation | None = None  # of the program after the last step, whether the student ran it or not
    rows: list[Mapping[str, Any]] = field(default_factory=list)
    unreadable: list[UnreadableReplyError] = field(default_factory=list)

    @property
    def solved(self) -> bool:
        return self.state is not None and self.state.tests_passed == self.state.tests_total

    async def step(self, index: int) -> None:
        """Let the student act once, hold it to what its behaviour allows, and record what came of it."""
        problem = self.enrolment.problem
        desk = Workstation(problem, self.grader, self.code)
        passed = self.state.tests_passed if self.state else 0
        progress = passed / len(problem.tests)
        situation = Situation(index, self.enrolment.max_steps, self.code, self.last_output, progress, self.hint)
        self.hint = None
        try:
            action = await self.student.act(situation, desk)
        except UnreadableReplyError as error:
            action = Action(code=self.code, utterance="", cognition=None)
            self.unreadable.append(error)
            await self._record(index, action, observation=None, hint=None, unread=error)
            return
        observation = await self._observe(action, desk)
        if action.question is not None:
            self.hint = await self._ask(action.question)
        await self._record(index, action, observation, self.hint)

    async def _observe(self, action: Action, desk: Workstation) -> Observation | None:
        """Execution gating (BEAGLE, section 3.4): run or do not, and take over the edit or do not."""
        if action.cognition is None:
            return None
        observation = await desk.run() if runs(action.cognition) else None
        if may_edit(action.cognition):
            self.code = action.code
        if observation is None:
            self.last_output = NOT_EXECUTED
        else:
            self.last_output = observation.output if action.seen is None else action.seen
        return observation

    async def _ask(self, question: HelpRequest) -> Hint | None:
        try:
            return await self.tutor.answer(question)
        except UnreadableReplyError as error:
            self.unreadable.append(error)
            return None

    async def _record(
        self,
        index: int,
        action: Action,
        observation: Observation | None,
        hint: Hint | None,
        unread: UnreadableReplyError | None = None,
    ) -> None:
        self.state = await self.grader.grade(self.enrolment.problem, self.code)
        strategy = action.strategy
        row = {
            "step": index,
            "segment": action.segment,
            "dwell": action.dwell,
            "metacognition": action.metacognition,
            "cognition": action.cognition,
            "interrupt": action.interrupt,
            "malformed": unread is not None and not isinstance(unread, TruncatedReplyError),
            "truncated": isinstance(unread, TruncatedReplyError),
            "utterance": action.utterance,
            "code": self.code,
            "executed": observation is not None,
            "output": observation.output if observation else "",
            "seen": (self.last_output or "") if observation else "",
            "error_type": observation.error_type if observation else None,
            "ended": observation.ended if observation else None,
            "tests_passed": self.state.tests_passed,
            "tests_total": self.state.tests_total,
            "evidence": sorted((kc, found) for kc, found in self.state.evidence.items() if found is not None),
            "mastery": sorted(action.mastery.items()),
            "blocked": sorted(action.blocked),
            "goal": strategy.goal if strategy else None,
            "mindset": strategy.mindset if strategy else None,
            "directive": strategy.directive if strategy else None,
            "question": action.question.question if action.question else None,
            "hint": hint.text if hint else None,
            "scaffold": hint.scaffold.name.lower() if hint else None,
            "thoughts": list(action.thoughts),
        }
        self.rows.append({**_who(self.enrolment.episode), **row})


class ProgrammingSession(Settings):
    """One student at one problem until it is solved or the steps are used up.

    A problem is solved at the first step after which the program passes every unit test, whether the
    student has run it or not (BEAGLE, Eq. 16).

    Args:
        max_steps: Length of the session (T in BEAGLE, Table 1).
    """

    max_steps: int = Field(ge=1)

    async def run(
        self, episode: Episode, *, student: StudentModel, tutor: TutorModel, models: Models, sandbox: Runner
    ) -> Trace:
        """Play an episode to its one outcome; whatever the machinery could not do is an outcome too.

        Args:
            episode: What is played.
            student: Who learns.
            tutor: Who helps.
            models: Who speaks for them.
            sandbox: Where the learner's programs run.

        Raises:
            ConfigurationError: the episode's task is no problem of this environment.
        """
        meter = Meter(models.student.meter.account)
        enrolment = Enrolment(episode, problem(episode.task), models.student.metered(meter), self.max_steps)
        tutored = replace(enrolment, model=models.tutor.metered(meter))
        work = _Work(
            enrolment, student.enrol(enrolment), tutor.assign(tutored), Grader(sandbox), enrolment.problem.starter
        )
        outcome, failure = Outcome.STEP_LIMIT, None
        try:
            for index in range(1, self.max_steps + 1):
                await work.step(index)
                if work.solved:
                    outcome = Outcome.SOLVED
                    break
        except BudgetError as error:
            outcome, failure = Outcome.BUDGET_EXHAUSTED, str(error)
        except BackendError as error:
            outcome, failure = Outcome.BACKEND_FAILED, str(error)
        except SandboxError as error:
            outcome, failure = Outcome.SANDBOX_FAILED, str(error)
        return Trace(_summary(work, meter, outcome, failure), tuple(work.rows))


def _summary(work: _Work, meter: Meter, outcome: Outcome, failure: str | None) -> Mapping[str, Any]:
    truncated = sum(isinstance(error, TruncatedReplyError) for error in work.unreadable)
    return {
        **_who(work.enrolment.episode),
        "outcome": outcome,
        "steps": len(work.rows),
        "solved_at": len(work.rows) if outcome is Outcome.SOLVED else None,
        "malformed_steps": len(work.unreadable) - truncated,
        "truncated_steps": truncated,
        "calls": meter.calls,
        "free_calls": meter.free_calls,
        "unpriced_calls": meter.unpriced_calls,
        "prompt_tokens": meter.prompt_tokens,
        "completion_tokens": meter.completion_tokens,
        "cost": meter.cost,
        "failure": failure,
    }


def _who(episode: Episode) -> Mapping[str, Any]:
    return {
        "study": episode.study,
        "condition": episode.condition,
        "task": episode.task,
        "replicate": episode.replicate,
        "rho_behav": episode.rho_behav,
        "rho_persona": episode.rho_persona,
    }
