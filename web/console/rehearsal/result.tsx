import { BarChart } from '../parts/chart.tsx'
import { useState } from '../parts/state.ts'
import { clockOf, moneyOf, numberOf } from '../parts/words.ts'
import { rehearsalWords } from '../words/en/rehearsal.ts'
import { EventPicture } from './event-picture.tsx'
import { Findings } from './findings.tsx'
import { Letters } from './letters.tsx'
import type { Rehearsed, RehearsalResult } from './rehearsed.ts'
import { Timeline } from './timeline.tsx'

const most = (values: readonly number[]) => Math.max(0, ...values)

const Figures = ({ result }: { result: RehearsalResult }) => {
  const words = rehearsalWords().figures
  const { seats, mails, money, door } = result
  const kept = money.map(({ kept: amount, currency }) => moneyOf(amount, currency)).join(' · ')
  const taken = most(seats.line.map((each) => each.taken))
  const figures = [
    {
      name: words.places,
      value: seats.capacity === null ? numberOf(taken) : `${numberOf(taken)} / ${numberOf(seats.capacity)}`,
    },
    { name: words.waiting, value: numberOf(most(seats.line.map((each) => each.waiting))) },
    { name: words.emails, value: numberOf(mails.reduce((sum, { count }) => sum + count, 0)) },
    ...(kept === '' ? [] : [{ name: words.kept, value: kept }]),
    { name: words.came, value: numberOf(door.admitted) },
    { name: words.noShows, value: numberOf(door.noShows) },
  ]
  return (
    <dl class="rehearsal-figures">
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const SUMS = ['charged', 'pending', 'refunded', 'disputed', 'kept'] as const

const Money = ({ money }: { money: RehearsalResult['money'] }) => {
  const words = rehearsalWords().money
  if (money.length === 0) return null
  return (
    <section class="card stack">
      <h2 class="h2">{words.title}</h2>
      {money.map(({ currency, tickets, addons, ...sums }) => (
        <table class="plain" key={currency}>
          <tbody>
            {[...tickets, ...addons].map(({ name, quantity, charged }) => (
              <tr key={name}>
                <th scope="row">
                  <bdi>{name}</bdi> × {numberOf(quantity)}
                </th>
                <td class="to-end">{moneyOf(charged, currency)}</td>
              </tr>
            ))}
            {SUMS.filter((each) => each !== 'disputed' || sums.disputed > 0).map((each) => (
              <tr key={each} class={each === 'kept' ? 'total' : undefined}>
                <th scope="row">{words[each]}</th>
                <td class="to-end">{moneyOf(sums[each], currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </section>
  )
}

const Door = ({ door, zone }: { door: RehearsalResult['door']; zone: string }) => {
  const words = rehearsalWords().door
  const reasons: Readonly<Record<string, string>> = words.reasons
  if (door.steps.length === 0) return null
  const refused = door.refused.reduce((sum, { count }) => sum + count, 0)
  return (
    <section class="card stack">
      <h2 class="h2">{words.title}</h2>
      <BarChart
        label={words.perStep}
        of={words.time}
        what={words.admitted}
        height={150}
        bars={door.steps.map(({ at, admitted }) => ({
          name: clockOf(at, zone),
          value: admitted,
          title: `${clockOf(at, zone)}: ${numberOf(admitted)}`,
        }))}
      />
      <p class="soft">
        {words.admitted} {numberOf(door.admitted)} · {words.refused} {numberOf(refused)}
      </p>
      {refused > 0 && (
        <table class="plain">
          <tbody>
            {door.refused.map(({ code, count }) => (
              <tr key={code}>
                <th scope="row">{reasons[code] ?? code}</th>
                <td class="to-end">{numberOf(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

export const Result = ({ session, event, result }: Rehearsed) => {
  const [kind, open] = useState(result.mails[0]?.kind ?? null)
  const show = (wanted: string) => {
    open(wanted)
    document.getElementById('rehearsed-mails')?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <>
      <Figures result={result} />
      <EventPicture result={result} zone={event.timezone} show={show} />
      <Findings session={session} event={event} result={result} />
      <div class="rehearsal-story">
        <Timeline result={result} zone={event.timezone} show={show} />
        <Letters mails={result.mails} kind={kind} open={open} />
      </div>
      <div class="halved">
        <Money money={result.money} />
        <Door door={result.door} zone={event.timezone} />
      </div>
    </>
  )
}
