"""What simulated behaviour is held against: how real students spread over cognitive behaviours."""

from dataclasses import dataclass

import numpy as np

from metrics.counting import FloatArray, conditional_shares, shares
from protocol import Cognition, ConfigurationError

DEBUGGING = list(Cognition).index(Cognition.DEBUGGING)


@dataclass(frozen=True, eq=False)
class Reference:
    """Cognitive behaviour of real students, in the order of `protocol.Cognition`.

    Args:
        shares: Share of the steps in each behaviour, shape (3,).
        transitions: P(C_{t+1} | C_t), a row for each C_t, shape (3, 3); NaN rows for what never occurs.

    Source:
        BEAGLE, section 2 and Eq. 21-22 (P_real).
    """

    shares: FloatArray
    transitions: FloatArray

    @property
    def stickiness(self) -> float:
        """P(Debugging | Debugging): how often real students stay with debugging."""
        return float(self.transitions[DEBUGGING, DEBUGGING])

    @classmethod
    def of_two_behaviours(cls, *, debugging: float, stickiness: float) -> "Reference":
        """The reference that the share and the stickiness of Debugging imply, where nobody assesses.

        In a long sequence of two behaviours as many steps enter Debugging as leave it. With d the share of
        Debugging and s its stickiness, (1 - d) P(D|C) = d (1 - s), which gives the row that the paper does
        not print.

        Raises:
            ConfigurationError: a value is not strictly between 0 and 1, or no sequence has both.

        Source:
            BEAGLE, App. A.4, for the two numbers; what follows from them is ours.
        """
        for name, value in (("debugging", debugging), ("stickiness", stickiness)):
            if not 0 < value < 1:
                raise ConfigurationError(f"reference: {name} is {value}", mend="give a share between 0 and 1")
        entering = debugging * (1 - stickiness) / (1 - debugging)
        if entering > 1:
            raise ConfigurationError(
                f"reference: no sequence debugs in {debugging:.1%} of its steps and stays so with {stickiness:.1%}",
                mend="raise stickiness or lower debugging",
            )
        return cls(
            shares=np.array([1 - debugging, debugging, 0.0]),
            transitions=np.array(
                [[1 - entering, entering, 0.0], [1 - stickiness, stickiness, 0.0], [np.nan, np.nan, np.nan]]
            ),
        )

    @classmethod
    def of_counts(cls, occupancy: FloatArray, transitions: FloatArray) -> "Reference":
        """The reference that a researcher's own logs give.

        Args:
            occupancy: Steps in each behaviour, shape (3,).
            transitions: How often each behaviour (row) is followed by each, shape (3, 3).
        """
        return cls(shares=shares(occupancy), transitions=conditional_shares(transitions))


COMBINED_TEST_DATA = Reference.of_two_behaviours(debugging=0.456, stickiness=0.541)
"""Two cohorts, 23 sessions, 717 aggregated episodes (BEAGLE, App. A.4)."""
