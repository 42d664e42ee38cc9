import { numberOf } from '../parts/words.ts'
import { stopRun, type Run } from './bulk.ts'

/** Stands while something is selected; while it runs it counts, and can be stopped. */
export const BulkBar = ({
  count,
  run,
  approve,
  reject,
  clear,
}: {
  count: number
  run: Run
  approve: () => void
  reject: () => void
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
      <button type="button" class="button plain" onClick={approve}>
        Approve {numberOf(count)} <kbd>A</kbd>
      </button>
      <button type="button" class="button plain" onClick={reject}>
        Decline {numberOf(count)} <kbd>D</kbd>
      </button>
      <button type="button" class="button bare push" onClick={clear}>
        Clear <kbd>Esc</kbd>
      </button>
    </div>
  )
}
