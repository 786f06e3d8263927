"""Which way an English clause looks: its modals, auxiliaries and the verbs that tell.

A verb in the present says nothing by itself, unless it is one of those that arrange things (opens, leaves, plays). What
looks ahead from a moment in the past ('said he would resign on Friday', 'was moved to Friday') looks ahead.
"""

import re

from tkg.timex.anchored import Prefer

_FUTURE = re.compile(
    r"\b(?:will|won't|shall|'ll|going to|gonna|about to|tomorrow|upcoming|(?<!the )next|needs?|set to|please"
    r"|(?:plans?|planning|intends?|hopes?|hoping|expects?|wants?|love|like|have|likely|able|ought) to"
    r"|(?:could|might|should|must|would)(?!n't)(?! (?:not )?have\b|'ve)"
    r"|(?-i:may) (?!i\b|we|you|he|she|they|it|and|of|the)[a-z]+"
    r"|let's|let (?:us|me|him|her|them)|can (?:we|you|i)|shall we|how about|are you free|see you|rsvp|remind"
    r"|scheduled|expected|planned|postponed|extended|deadline"
    r"|ends|opens|begins?|starts|closes|votes|arrives|leaves|departs|plays|returns"
    r"|takes? (?:effect|place)|go(?:es)? on (?:sale|trial)"
    r"|due(?! to)|due to (?:be|start|begin|open|close|end|arrive|leave|launch|return|expire|meet)"
    r"|there(?:'s| is) an?|(?:i|we|you) have an?|it's (?:my|our|your|his|her)"
    r"|(?:is|are|am|'s|'re|'m) (?:[a-z]+ing))\b|(?<=[a-z])'(?:ll|re|m)\b",
    re.IGNORECASE,
)
_NO_PAST = (
    "need|indeed|hundred|united|speed|feed|seed|exceed|proceed|succeed|breed|agreed|kindred|sacred|naked|wicked|embed"
    "|scheduled|expected|planned|postponed|extended|interested|supposed|concerned|married|closed|limited|red|bed|led"
)
_PAST = re.compile(
    r"\b(?:was|were|did|didn't|had|has|have been|went|met|came|saw|got|made|took|said|told|bought|began|started|became"
    r"|lost|won|ran|wrote|left(?!\s+(?:until|till|to|before|over))|gave|found|thought|felt|kept|held|heard|spent|sold"
    r"|sent|built|broke|drove|ate|flew|grew|knew|led|paid|rose|fell|spoke|stood|taught|woke|wore|shot|gone|chose|drew"
    r"|sang|forgot|stole|struck|threw|drank|beat|ago|used to|(?<!the )last|yesterday|been"
    r"|(?:thanks|sorry) for|(?<!is )(?<!are )(?<!be )(?<!get )(?:closed|married)"
    rf"|(?:could|might|should|must|would) have)\b|\b(?!(?:{_NO_PAST})\b)[a-z]{{2,}}ed\b",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"\b(?:(?:was|were) going to|(?:hoping|hoped|planning|planned|ordered|summoned) to|to be [a-z]+(?:ed|en|ld)"
    r"|would(?! have\b|'ve|n't have\b)"
    r"|(?:is|are|was|were|been|got) (?:moved|rescheduled|delayed|postponed|pushed|scheduled|set|planned|booked)"
    r"(?: back| forward)? (?:to|for|until|till)|ha(?:s|ve) until|can't wait"
    r"|looking forward|good luck|(?:don't|do not) forget)\b",
    re.IGNORECASE,
)
# A verb of its own, though it does not tell: 'and goes to Rome on Friday'.
_FINITE = re.compile(
    r"^\s*(?:and|but|then)\s+(?:(?:he|she|it|they|we|i|you)\s+)?[a-z]+[^s\s]s\b|^\s*(?:which|who)\b|\b(?:is|are|am)\b",
    re.IGNORECASE,
)

CLAUSES = re.compile(
    r"[,;:—]|(?=\b(?:and|but|because|while|when|which|who|that|then|although|though|whereas|if)\b)", re.IGNORECASE
)
"""What ends a clause."""

BARE = re.compile(
    r"(?:\W*\b(?:on|in|at|by|and|or|but|then|early|late|around|about|from|to|until|till|since|through|the|of|both|only"
    r"|just|also|even|this|that|so|when|while|again|sometime|before|after|during|as|for|an?)\b)*\W*",
    re.IGNORECASE,
)
"""What stands beside a time that has no verb of its own: 'On Friday, we met'."""


def tense(sentence: str, clause: tuple[int, int] | None = None) -> Prefer | None:
    """Which way the verbs of a clause look, or of the whole sentence where it has none; None where none says, or two
    disagree."""
    own = sentence if clause is None else sentence[slice(*clause)]
    if _AHEAD.search(own):
        return "future"
    ahead, behind = bool(_FUTURE.search(own)), bool(_PAST.search(own))
    if ahead != behind:
        return "future" if ahead else "past"
    if ahead or clause is None or _FINITE.search(own):
        return None
    return tense(sentence)
