import type { One, RecoveryAnswer } from '../../shared/answers.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { SelectField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import type { CalendarSession } from '../session.ts'
import { termsWords } from '../words/en/terms.ts'
import { webhooksWords } from '../words/en/webhooks.ts'
import { pause } from './pause.ts'

const HOUR_MS = 3_600_000
const POLL_MS = 700

/** `value` is a number of hours. */
const spans = () => {
  const { lastHour, lastDay, last7Days, last30Days } = webhooksWords().recovering
  return [
    { value: '1', label: lastHour },
    { value: '24', label: lastDay },
    { value: '168', label: last7Days },
    { value: '720', label: last30Days },
  ]
}

const wordsFor = ({ status, matched, sent, succeeded, failed }: RecoveryAnswer) => {
  const words = webhooksWords().recovery
  if (status === 'RUNNING') return words.running(sent, matched)
  if (matched === 0) return words.nothingMissed
  const isStopped = status === 'STOPPED'
  if (failed === 0) return (isStopped ? words.stopped : words.ended)(succeeded, matched)
  return (isStopped ? words.stoppedWithFailures : words.endedWithFailures)(succeeded, matched, failed)
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
          {webhooksWords().recovery.stop}
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
  const words = webhooksWords().recovering
  const { values, field, shown } = useFields({ hours: '24' }, work)
  const start = () =>
    void work.run(async () => {
      const since = new Date(Date.now() - Number(values.hours) * HOUR_MS).toISOString()
      const { data } = await session.api.post<One<RecoveryAnswer>>(`${path}/recoveries`, { since })
      close()
      started(data)
    })
  return (
    <Dialog title={words.title} close={close}>
      <Form send={start}>
        <p class="soft">{words.about}</p>
        <SelectField label={words.span} options={spans()} {...field('hours', 'since')} />
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            {termsWords().cancel}
          </button>
          <Send work={work}>{words.action}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
