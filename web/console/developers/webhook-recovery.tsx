import type { One, RecoveryAnswer } from '../../shared/answers.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { SelectField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import type { CalendarSession } from '../session.ts'
import { pause } from './pause.ts'

const HOUR_MS = 3_600_000
const POLL_MS = 700

const SPANS = [
  { value: '1', label: 'The last hour' },
  { value: '24', label: 'The last day' },
  { value: '168', label: 'The last seven days' },
  { value: '720', label: 'The last thirty days' },
]

const wordsFor = ({ status, matched, sent, succeeded, failed }: RecoveryAnswer) => {
  if (status === 'RUNNING') return `Resending: ${sent} of ${matched}.`
  const rest = failed === 0 ? '' : `, ${failed} failed again`
  if (matched === 0) return 'No delivery was missed in that time.'
  return `${status === 'STOPPED' ? 'Stopped' : 'Resent'}: ${succeeded} of ${matched} arrived${rest}.`
}

/** Polls a recovery until it ends or `signal` is aborted. The recovery itself continues on the server. */
export const followRecovery = async (
  session: CalendarSession,
  path: string,
  started: RecoveryAnswer,
  show: (recovery: RecoveryAnswer) => void,
  signal: AbortSignal,
) => {
  show(started)
  for (let recovery = started; recovery.status === 'RUNNING';) {
    await pause(POLL_MS)
    if (signal.aborted) return
    recovery = (await session.api.get<One<RecoveryAnswer>>(`${path}/recoveries/${started.id}`, {}, { signal })).data
    show(recovery)
  }
}

export const RecoveryProgress = ({
  session,
  path,
  recovery,
}: {
  session: CalendarSession
  path: string
  recovery: RecoveryAnswer
}) => {
  const stopping = useWork()
  const isRunning = recovery.status === 'RUNNING'
  const stop = () => void stopping.run(() => session.api.delete(`${path}/recoveries/${recovery.id}`))
  return (
    <div class={isRunning ? 'notice row' : 'notice row good'} role="status">
      {wordsFor(recovery)}
      {isRunning && (
        <button
          type="button"
          class="button plain small"
          aria-disabled={stopping.isUnderWay ? 'true' : 'false'}
          onClick={stop}
        >
          Stop
        </button>
      )}
    </div>
  )
}

/** Asks for a period and starts resending the deliveries that failed in it. */
export const RecoverWebhook = ({
  session,
  path,
  close,
  started,
}: {
  session: CalendarSession
  path: string
  close: () => void
  started: (recovery: RecoveryAnswer) => void
}) => {
  const work = useWork()
  const { values, field, shown } = useFields({ hours: '24' }, work)
  const start = () =>
    void work.run(async () => {
      const since = new Date(Date.now() - Number(values.hours) * HOUR_MS).toISOString()
      const { data } = await session.api.post<One<RecoveryAnswer>>(`${path}/recoveries`, { since })
      close()
      started(data)
    })
  return (
    <Dialog title="Resend missed deliveries?" close={close}>
      <Form send={start}>
        <p class="soft">
          We resend failed and dropped deliveries, oldest first, with the same ids and bodies, at most ten a second.
        </p>
        <SelectField label="Time span" options={SPANS} {...field('hours', 'since')} />
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            Cancel
          </button>
          <Send work={work}>Resend deliveries</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
