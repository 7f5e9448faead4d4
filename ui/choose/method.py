"""How choices are made and judged, in plain words. Pure."""

from scoring.studies.choice import TRIALS

TEXT = f"""\
**Chosen by.** *First*: the first candidate of each list. *Random*: any, by the seed; judged by the mean of all
candidates of each list, which is what draws have on average. *Decoder*: the one with the best
score of the decoder. *MBR* (minimum Bayes risk): the candidate whose mean score by a metric is best when every
candidate of its list, itself too, stands in turn for the reference; no reference is used. *Oracle*: the candidate that
the metric likes most against the reference. *Corpus oracle*: the choice with the best score of all segments together,
as far as exchanging one candidate after another leads. Of equals the first is taken.

**Judged by.** A metric scores the choice as one output. Scores from elsewhere, such as people's, are those of the
system whose output is taken, or the mean of all systems with the same text: their mean over the segments in which
every candidate has one.

**Gains** are over the best system where candidates are systems, else over the first candidates. p is of approximate
randomization with {TRIALS:,} shuffles of the segments, adjusted by Holm for the choices of a judge; intervals are of
the paired bootstrap.
"""
