import { alertOf } from '../../shared/dialog.ts'
import { element, show } from '../../shared/element.ts'
import { hashOf } from '../place.ts'
import { planCovers, type Scene } from './scene.ts'
import type { Delivery, One } from './wire.ts'

const LOOK_EVERY_MS = 400
const LOOK_FOR_MS = 12_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Follows a delivery until its first attempt has come to something, or for as long as a receiver may take. */
const firstOutcome = async (scene: Scene, id: string): Promise<Delivery> => {
  const deadline = Date.now() + LOOK_FOR_MS
  for (;;) {
    const { data } = await scene.api.get<One<Delivery>>(
      `/calendars/${scene.calendar.slug}/webhook-deliveries/${id}`,
      {},
      { signal: scene.signal },
    )
    if (data.attempts > 0 || data.status === 'cancelled' || Date.now() > deadline) return data
    await pause(LOOK_EVERY_MS)
  }
}

const wordsFor = ({ status, attemptLog }: Delivery): { look: string; words: string } => {
  const last = attemptLog.at(-1)
  if (last === undefined) return { look: 'notice', words: 'The test is on its way; nothing came back yet.' }
  const came =
    last.responseCode === null ? (last.error ?? 'no answer') : `${last.responseCode} in ${last.durationMs} ms`
  if (status === 'succeeded') return { look: 'notice good', words: `The test arrived: ${came}.` }
  const next = status === 'retrying' ? 'It will be tried again.' : 'It will not be tried again by itself.'
  return { look: 'notice bad', words: `The test did not arrive: ${came}. ${next}` }
}

/** Sends a test and says in `place` what came of it, as far as the plan lets the console see. */
export const testWebhook = async (scene: Scene, path: string, webhookId: string, place: HTMLElement) => {
  show(place, element('p', { class: 'notice', role: 'status' }, 'Sending a test…'))
  try {
    const { data } = await scene.api.post<One<Delivery>>(`${path}/test`)
    if (!planCovers(scene.calendar.plan, 'PRO')) {
      show(
        place,
        element('p', { class: 'notice', role: 'status' }, 'A test is on its way. On Pro the log says what came back.'),
      )
      return
    }
    const { look, words } = wordsFor(await firstOutcome(scene, data.id))
    const log = hashOf(scene.calendar.slug, 'deliveries', { webhookId })
    show(
      place,
      element('p', { class: look, role: 'status' }, words, ' ', element('a', { href: log }, 'See it in the log')),
    )
  } catch (error) {
    if (!scene.signal.aborted) show(place, alertOf(error))
  }
}
