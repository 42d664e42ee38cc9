import type { TestClockAnswer } from '../../shared/answers.ts'
import { TextField } from '../parts/fields.tsx'
import { Form } from '../parts/form.tsx'
import { useState } from '../parts/state.ts'
import { instantOf, momentOf, wallOf } from '../parts/words.ts'
import { sandboxesWords } from '../words/en/sandboxes.ts'

const DAY_MS = 86_400_000
const STEPS = ['PT1H', 'P1D', 'P7D'] as const

interface Shown {
  clock: TestClockAnswer
  zone: string
  isBusy: boolean
  advance: (by: { by: string } | { to: string }) => void
}

/** The clock of a sandbox, with ways to move it on. Times are those of the calendar. */
export const SandboxClock = ({ clock, zone, isBusy, advance }: Shown) => {
  const words = sandboxesWords().clock
  const [typed, type] = useState<string | null>(null)
  const to = typed ?? wallOf(new Date(Date.parse(clock.now) + DAY_MS).toISOString(), zone)
  /** A time that was typed before has usually passed afterwards. */
  const move = (by: { by: string } | { to: string }) => {
    type(null)
    advance(by)
  }
  const isHeld = isBusy || clock.status === 'ADVANCING'
  return (
    <section class="card sandbox-clock">
      <h2 class="h2">{words.title}</h2>
      <p class="now">
        <time datetime={clock.now}>{momentOf(clock.now, zone)}</time>
      </p>
      {clock.status === 'ADVANCING' && clock.target !== null && (
        <p role="status">{words.advancing(momentOf(clock.target, zone))}</p>
      )}
      {clock.failure !== null && (
        <p class="notice bad" role="alert">
          {words.failed(clock.failure.job, clock.failure.reason)}
        </p>
      )}
      <div class="row">
        {STEPS.map((by) => (
          <button type="button" key={by} class="button plain" disabled={isHeld} onClick={() => move({ by })}>
            {words.steps[by]}
          </button>
        ))}
      </div>
      <Form send={() => move({ to: instantOf(to, zone) ?? clock.now })}>
        <div class="row">
          <TextField label={words.to} type="datetime-local" value={to} set={type} />
          <button type="submit" class="button" disabled={isHeld || to === ''}>
            {words.action}
          </button>
        </div>
      </Form>
    </section>
  )
}
