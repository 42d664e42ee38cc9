import { useState } from 'hono/jsx/dom'
import type { TestClockAnswer } from '../../shared/answers.ts'
import { TextField } from '../parts/fields.tsx'
import { Form } from '../parts/form.tsx'
import { momentOf, wallOf } from '../parts/words.ts'
import { sandboxesWords } from '../words/en/sandboxes.ts'

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
  const [to, setTo] = useState(() => wallOf(clock.now, zone))
  /** The clock's zone can differ from the browser's, so the typed time is moved by the difference. */
  const instantOf = (typed: string) => {
    const guess = Date.parse(`${typed}Z`)
    const shown = Date.parse(`${wallOf(new Date(guess).toISOString(), zone)}Z`)
    return new Date(guess - (shown - guess)).toISOString()
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
          <button type="button" key={by} class="button plain" disabled={isHeld} onClick={() => advance({ by })}>
            {words.steps[by]}
          </button>
        ))}
      </div>
      <Form send={() => advance({ to: instantOf(to) })}>
        <div class="row">
          <TextField label={words.to} type="datetime-local" value={to} set={setTo} />
          <button type="submit" class="button" disabled={isHeld || to === ''}>
            {words.action}
          </button>
        </div>
      </Form>
    </section>
  )
}
