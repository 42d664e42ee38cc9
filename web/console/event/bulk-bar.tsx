import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { numberOf } from '../parts/words.ts'
import { stopRun, type Run } from './bulk.ts'

export type ManyAct = 'approve' | 'reject' | 'resend' | 'cancel'

/** The wording of each action while it runs and once it is done. */
export const ACTS = {
  approve: ['Approving', 'approved'],
  reject: ['Declining', 'declined'],
  resend: ['Resending', 'emails resent'],
  cancel: ['Cancelling', 'cancelled'],
} as const satisfies Record<ManyAct, readonly [string, string]>

/** Actions on the selected guests. While an action runs, shows its progress and a Stop button. */
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
  /** Number of guests on all pages that match the filters. */
  total: number
  /** Maximum number of guests that can be selected. */
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
        {run.failed.size > 0 && <span class="bad">{numberOf(run.failed.size)} failed</span>}
        <span class="soft push">You can leave this page</span>
        <button type="button" class="button plain" onClick={stopRun}>
          Stop
        </button>
      </div>
    )
  return (
    <div class="bulk" role="group" aria-label="Selection">
      <b>{numberOf(count)} selected</b>
      <button type="button" class="button plain" onClick={() => act('approve')}>
        Approve {numberOf(count)} <kbd>A</kbd>
      </button>
      <button type="button" class="button plain" onClick={() => act('reject')}>
        Decline {numberOf(count)} <kbd>D</kbd>
      </button>
      <Menu label="More actions for the selection" button={<Icon name="more" />}>
        <button type="button" onClick={() => act('resend')}>
          <Icon name="send" /> Resend their email
        </button>
        <button type="button" class="bad" onClick={() => act('cancel')}>
          <Icon name="close" /> Cancel registrations…
        </button>
      </Menu>
      <span class="push" />
      {Math.min(total, most) > count && (
        <button type="button" class="button bare" onClick={pickAll}>
          {total > most ? `Select the first ${numberOf(most)}` : `Select all ${numberOf(total)}`}
        </button>
      )}
      <button type="button" class="button bare" onClick={clear}>
        Clear selection <kbd>Esc</kbd>
      </button>
    </div>
  )
}
