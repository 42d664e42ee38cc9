import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { numberOf } from '../parts/words.ts'
import { stopRun, type Run } from './bulk.ts'

export type ManyAct = 'approve' | 'reject' | 'resend' | 'cancel'

/** Stands while something is selected; while it runs it counts, and can be stopped. */
export const BulkBar = ({
  count,
  total,
  most,
  run,
  act,
  pickAll,
  clear,
}: {
  count: number
  /** How many fit the filters, on all pages. */
  total: number
  /** So many can be selected at once. */
  most: number
  run: Run
  act: (act: ManyAct) => void
  pickAll: () => void
  clear: () => void
}) => {
  if (!run.isOver)
    return (
      <div class="bulk" role="status">
        <b>
          {run.doing} {numberOf(run.done)} of {numberOf(run.total)}
        </b>
        <progress value={run.done} max={run.total} aria-label={run.doing} />
        {run.failed.size > 0 && <span class="bad">{numberOf(run.failed.size)} could not be</span>}
        <span class="soft push">You may leave this page</span>
        <button type="button" class="button plain" onClick={stopRun}>
          Stop
        </button>
      </div>
    )
  return (
    <div class="bulk" role="group" aria-label="What is selected">
      <b>{numberOf(count)} selected</b>
      <button type="button" class="button plain" onClick={() => act('approve')}>
        Approve {numberOf(count)} <kbd>A</kbd>
      </button>
      <button type="button" class="button plain" onClick={() => act('reject')}>
        Decline {numberOf(count)} <kbd>D</kbd>
      </button>
      <Menu label="More for those selected" button={<Icon name="more" />}>
        <button type="button" onClick={() => act('resend')}>
          <Icon name="send" /> Resend their mail
        </button>
        <button type="button" class="bad" onClick={() => act('cancel')}>
          <Icon name="close" /> Cancel their places…
        </button>
      </Menu>
      <span class="push" />
      {Math.min(total, most) > count && (
        <button type="button" class="button bare" onClick={pickAll}>
          {total > most ? `Select the first ${numberOf(most)}` : `Select all ${numberOf(total)}`}
        </button>
      )}
      <button type="button" class="button bare" onClick={clear}>
        Clear <kbd>Esc</kbd>
      </button>
    </div>
  )
}
