"""All settings of BEAGLE: what conf/student/beagle.yaml may say."""

from simulators.settings import Settings, Switchable
from simulators.students.beagle.controller import ControllerSettings
from simulators.students.beagle.interrupts import InterruptSettings
from simulators.students.beagle.knowledge_tracing import KnowledgeSettings
from simulators.students.beagle.memory import MemorySettings


class BeagleSettings(Settings):
    """The modules of BEAGLE; `off` ablates one (BEAGLE, Table 2).

    Args:
        controller: The semi-Markov model; off, the language model chooses what to do.
        interrupts: Off-topic and assistance.
        knowledge: Bayesian knowledge tracing; off, nothing is known of mastery, and no flaw is injected.
        flaw_injection: Whether mastery becomes constraints in the prompts.
        strategist_memory: Gamma_Strat.
        executor_memory: Gamma_Exec.
        observation_filter: Whether errors stay unread in ENACTING.
        combined_agent: Whether Strategist and Executor are merged into one call.
    """

    controller: Switchable[ControllerSettings]
    interrupts: Switchable[InterruptSettings]
    knowledge: Switchable[KnowledgeSettings]
    flaw_injection: bool
    strategist_memory: Switchable[MemorySettings]
    executor_memory: Switchable[MemorySettings]
    observation_filter: bool
    combined_agent: bool
