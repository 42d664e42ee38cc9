import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { numberOf } from '../parts/words.ts'
import { guestsWords } from '../words/en/guests.ts'
import { pauseRun, resumeRun, stopRun, type Run } from './bulk.ts'

export type ManyAct = 'approve' | 'reject' | 'resend' | 'cancel'

/** The progress of a bulk action, with buttons to pause and stop it. */
export const RunProgress = ({ run }: { run: Run }) => {
  const { running } = guestsWords()
  const note = run.isPaused ? running.paused : run.isWaiting ? running.waiting : running.mayLeave
  return (
    <div class="bulk" role="status">
      <b>{run.words.progress(numberOf(run.done), numberOf(run.total))}</b>
      <progress value={run.done} max={run.total} aria-label={run.words.doing} />
      {run.failed.size > 0 && <span class="bad">{running.failed(run.failed.size)}</span>}
      <span class="soft push">{note}</span>
      <button type="button" class="button plain" onClick={run.isPaused ? resumeRun : pauseRun}>
        {run.isPaused ? running.resume : running.pause}
      </button>
      <button type="button" class="button plain" onClick={stopRun}>
        {running.stop}
      </button>
    </div>
  )
}

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
  const { selection } = guestsWords()
  if (!run.isOver) return <RunProgress run={run} />
  return (
    <div class="bulk" role="group" aria-label={selection.label}>
      <b>{selection.count(count)}</b>
      <button type="button" class="button plain" onClick={() => act('approve')}>
        {selection.approve(count)} <kbd>A</kbd>
      </button>
      <button type="button" class="button plain" onClick={() => act('reject')}>
        {selection.decline(count)} <kbd>D</kbd>
      </button>
      <Menu label={selection.more} button={<Icon name="more" />}>
        <button type="button" onClick={() => act('resend')}>
          <Icon name="send" /> {selection.resend}
        </button>
        <button type="button" class="bad" onClick={() => act('cancel')}>
          <Icon name="close" /> {selection.cancel}
        </button>
      </Menu>
      <span class="push" />
      {Math.min(total, most) > count && (
        <button type="button" class="button bare" onClick={pickAll}>
          {total > most ? selection.selectFirst(most) : selection.selectAll(total)}
        </button>
      )}
      <button type="button" class="button bare" onClick={clear}>
        {selection.clear} <kbd>Esc</kbd>
      </button>
    </div>
  )
}
