import type { EventImportAnswer, GuestImportAnswer } from '../../shared/answers.ts'
import { csvOf, save } from '../parts/files.ts'
import { Icon } from '../parts/icon.tsx'
import { useState } from '../parts/state.ts'
import { Segments } from '../parts/tools.tsx'
import { numberOf } from '../parts/words.ts'
import { importWords } from '../words/en/imports.ts'
import { sentencesAbout } from '../words/import-reasons.ts'
import { termsWords } from '../words/en/terms.ts'

const RESULTS = ['new', 'changed', 'same', 'left'] as const
const LEFT_FIRST = ['left', 'new', 'changed', 'same'] as const
type Result = (typeof RESULTS)[number]
const MAX_LISTED = 50
export type Report = EventImportAnswer | GuestImportAnswer

export const linesOf = ({ lines }: Report, result: Result) =>
  lines.filter((line) => (result === 'left' ? ['skipped', 'refused'].includes(line.result) : line.result === result))

/** Isolates a value, so that an address or date in an Arabic sentence doesn't reorder the words around it. */
const isolated = (value: string) => `\u2068${value}\u2069`

/** With `mustAccept`, the lines left out come first. */
export const ReportLines = ({
  report,
  mustAccept,
  questions,
}: {
  report: Report
  mustAccept: boolean
  questions: readonly { id: string; label: string }[]
}) => {
  const words = importWords()
  const [chosen, choose] = useState<Result | null>(null)
  const results = mustAccept ? LEFT_FIRST : RESULTS
  const result = chosen ?? results.find((each) => linesOf(report, each).length > 0) ?? 'new'
  const lines = linesOf(report, result)
  return (
    <div class="stack">
      <Segments
        label={words.results.label}
        value={result}
        set={(value) => choose(value as Result)}
        choices={results.map((value) => ({
          value,
          label: words.results[value],
          count: linesOf(report, value).length,
        }))}
      />
      {lines.length === 0 ? (
        <p class="soft">{words.none}</p>
      ) : (
        <ul class="lines" aria-label={words.list}>
          {lines.slice(0, MAX_LISTED).map((each) => (
            <li key={String(each.line)}>
              <span class="grow">
                <bdi>{each.title || `${words.line} ${numberOf(each.line)}`}</bdi>
                {each.says !== null && <span class="under">{sentencesAbout(each, questions, isolated)}</span>}
              </span>
            </li>
          ))}
          {lines.length > MAX_LISTED && <li class="soft">{words.more(lines.length - MAX_LISTED)}</li>}
        </ul>
      )}
      {result === 'left' && lines.length > 0 && (
        <div>
          <button
            type="button"
            class="button plain"
            onClick={() =>
              save(
                'left-out.csv',
                csvOf([
                  [words.line, termsWords().name, words.reason],
                  ...lines.map((each) => [each.line, each.title, sentencesAbout(each, questions) ?? '']),
                ]),
              )
            }
          >
            <Icon name="download" /> {words.downloadLeft}
          </button>
        </div>
      )}
    </div>
  )
}
