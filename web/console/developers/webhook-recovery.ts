import { alertOf, busy } from '../../shared/dialog.ts'
import { element, show } from '../../shared/element.ts'
import { selectField } from '../../shared/fields.ts'
import { formDialog } from '../../shared/form-dialog.ts'
import type { Scene } from './scene.ts'
import type { One, Recovery } from './wire.ts'

const HOUR_MS = 3_600_000
const LOOK_EVERY_MS = 700

const SPANS = [
  { value: '1', label: 'The last hour' },
  { value: '24', label: 'The last day' },
  { value: '168', label: 'The last seven days' },
  { value: '720', label: 'The last thirty days' },
]

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const wordsFor = ({ status, matched, sent, succeeded, failed }: Recovery) => {
  if (status === 'RUNNING') return `Sending again: ${sent} of ${matched}.`
  const rest = failed === 0 ? '' : `, ${failed} failed again`
  if (matched === 0) return 'Nothing was missed in that time.'
  return `${status === 'STOPPED' ? 'Stopped' : 'Sent again'}: ${succeeded} of ${matched} arrived${rest}.`
}

/** Follows it to its end, or until the person leaves; it goes on without them. */
const follow = async (scene: Scene, path: string, begun: Recovery, outcome: HTMLElement) => {
  const stop = element('button', { type: 'button', class: 'button plain small' }, 'Stop')
  const at = `${path}/recoveries/${begun.id}`
  stop.addEventListener('click', () => void busy(stop, () => scene.api.delete(at)))
  for (let recovery = begun; !scene.signal.aborted;) {
    const isRunning = recovery.status === 'RUNNING'
    show(
      outcome,
      element(
        'div',
        { class: `notice row ${isRunning ? '' : 'good'}`.trim(), role: 'status' },
        wordsFor(recovery),
        isRunning && stop,
      ),
    )
    if (!isRunning) return
    await pause(LOOK_EVERY_MS)
    recovery = (await scene.api.get<One<Recovery>>(at, {}, { signal: scene.signal })).data
  }
}

/** Sends once more what a receiver missed, and says in `outcome` how far it is. */
export const recoverWebhook = async (scene: Scene, path: string, outcome: HTMLElement) => {
  const span = selectField({ name: 'since', label: 'What it missed in', options: SPANS, chosen: '24' })
  const begun = await formDialog({
    title: 'Send again what it missed?',
    lead: 'Deliveries that failed or were dropped go out once more, the oldest first, with the same ids and bodies; at most ten a second.',
    fields: [span],
    action: 'Send again',
    submit: async () => {
      const since = new Date(Date.now() - Number(span.value()) * HOUR_MS).toISOString()
      return (await scene.api.post<One<Recovery>>(`${path}/recoveries`, { since })).data
    },
  })
  if (begun === null) return
  await follow(scene, path, begun, outcome).catch((error: unknown) => {
    if (!scene.signal.aborted) show(outcome, alertOf(error))
  })
}
