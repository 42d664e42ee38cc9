import { ColumnsTable } from '../parts/columns-table.tsx'
import type { Option } from '../parts/fields.tsx'
import { importingWords } from '../words/en/importing.ts'
import { importWords } from '../words/en/imports.ts'

/** A column of the file, as the service reports it. */
export interface FileColumn {
  heading: string
  meaning: string | null
  examples: readonly string[]
}

type ColumnMeaning = keyof ReturnType<typeof importWords>['meanings']

const MEANINGS: Readonly<Record<'events' | 'guests', readonly ColumnMeaning[]>> = {
  events: [
    'title',
    'start',
    'startTime',
    'end',
    'endTime',
    'timezone',
    'description',
    'location',
    'address',
    'city',
    'country',
    'meetingUrl',
    'capacity',
    'ticket',
    'price',
    'currency',
    'tags',
    'reference',
  ],
  guests: [
    'email',
    'firstName',
    'lastName',
    'name',
    'ticket',
    'status',
    'registeredAt',
    'checkedInAt',
    'code',
    'reference',
    'orderReference',
    'amount',
    'currency',
  ],
}

const EXAMPLES = 3

/** Returns the columns of a file in which the service found no headings. */
export const columnsOfRows = ([first = [], ...rows]: readonly (readonly string[])[]): FileColumn[] =>
  first.map((heading, at) => ({
    heading,
    meaning: null,
    examples: rows.slice(0, EXAMPLES).map((cells) => cells[at] ?? ''),
  }))

/** Sets the meaning of a column. Another column with this meaning is skipped, because the service reads only one. */
const withMeaning = (before: readonly string[], after: readonly string[]) => {
  const at = after.findIndex((meaning, index) => meaning !== before[index])
  return after.map((meaning, index) => (index !== at && meaning === after[at] ? '' : meaning))
}

/** The columns of the file with three values each, and what each of them contains. */
export const ImportColumns = ({
  kind,
  columns,
  meanings,
  set,
  questions,
  fault,
}: {
  kind: 'events' | 'guests'
  columns: readonly FileColumn[]
  meanings: readonly string[]
  set: (meanings: string[]) => void
  /** The event's questions, which columns can answer. */
  questions: readonly { id: string; label: string }[]
  fault: string | null
}) => {
  const [words, { rows, skipColumn }] = [importWords(), importingWords()]
  const skipped = meanings.filter((meaning) => meaning === '').length
  const choices: Option[] = [
    { value: '', label: skipColumn },
    ...MEANINGS[kind].map((value) => ({ value, label: words.meanings[value] })),
    ...questions.map(({ id, label }) => ({ value: `question:${id}`, label })),
  ]
  const longest = Math.max(0, ...columns.map(({ examples }) => examples.length))
  const examples = Array.from({ length: longest }, (_, row) => columns.map((column) => column.examples[row] ?? ''))
  return (
    <details open={skipped > 0 || fault !== null}>
      <summary>
        {words.columns}
        {skipped > 0 && ` · ${words.columnsSkipped(skipped)}`}
      </summary>
      <p class="soft small">{words.columnsHint}</p>
      {fault !== null && <p class="fault">{fault}</p>}
      <ColumnsTable
        label={words.columns}
        columnLabel={(number) => rows.column(String(number))}
        choices={choices}
        meanings={meanings}
        set={(after) => set(withMeaning(meanings, after))}
        rows={[columns.map(({ heading }) => heading), ...examples]}
      />
    </details>
  )
}
