import { Dialog } from '../parts/dialog.tsx'
import { csvOf, save } from '../parts/files.ts'
import { Icon } from '../parts/icon.tsx'
import { numberOf } from '../parts/words.ts'
import { importingWords } from '../words/en/importing.ts'
import { termsWords } from '../words/en/terms.ts'

export interface ImportOutcome {
  added: number
  isEmailing: boolean
  /** Headings of the file, or default ones if it has none. */
  head: readonly string[]
  notAdded: readonly { row: number; cells: readonly string[]; email: string; why: string }[]
}

const MAX_LISTED = 50

/** Downloads the rows that weren't added: every column of the file, and the reason. The file can be imported again. */
const saveNotAdded = (slug: string, { head, notAdded }: ImportOutcome) => {
  const pad = (cells: readonly string[]) => head.map((_, index) => cells[index] ?? '')
  const rows = notAdded.map(({ cells, why }) => [...pad(cells), why])
  save(`${slug}-not-added.csv`, csvOf([[...head, importingWords().reason], ...rows]))
}

export const ImportResult = ({ slug, outcome, close }: { slug: string; outcome: ImportOutcome; close: () => void }) => {
  const { result: words, rows } = importingWords()
  const { notAdded } = outcome
  return (
    <Dialog
      key="result"
      title={words.title(outcome.added)}
      close={close}
      foot={
        <>
          {notAdded.length > 0 && (
            <button type="button" class="button plain push" onClick={() => saveNotAdded(slug, outcome)}>
              <Icon name="download" /> {words.download}
            </button>
          )}
          <button type="button" class="button" onClick={close}>
            {termsWords().done}
          </button>
        </>
      }
    >
      {outcome.added > 0 && <p>{outcome.isEmailing ? words.allEmailed : words.noneEmailed}</p>}
      {notAdded.length > 0 && (
        <>
          <p>{words.notAdded(notAdded.length)}</p>
          <ul class="lines" aria-label={words.list}>
            {notAdded.slice(0, MAX_LISTED).map(({ row, email, why }) => (
              <li key={String(row)}>
                <span class="grow">
                  <bdi>{email || rows.row(numberOf(row))}</bdi>
                  <span class="under">{why}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
