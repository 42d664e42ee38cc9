import { Said } from '../../presentation/markup.tsx'
import { whenOf } from '../../presentation/when.ts'
import type { Language } from '../../words/words.ts'
import type { OwnRegistration } from '../asking.ts'
import { pathOf } from '../links.ts'
import { statusTextOf } from './party.tsx'

/** All dates that the guest registered for together, each with its state and its ticket. */
export const Dates = ({ own, search, language }: { own: OwnRegistration; search: string; language: Language }) => {
  const { words } = language
  return own.dates.length === 0 ? null : (
    <section class="party dates" aria-labelledby="dates">
      <h2 id="dates">{words.guest.dates}</h2>
      <ul>
        {own.dates.map(({ guestId, status, manageUrl, event }) => {
          const { days, hours } = whenOf(event, language)
          const isThis = guestId === own.guest.id
          return (
            <li class="person">
              <div class="who">
                {isThis ? (
                  <b aria-current="page">{days}</b>
                ) : (
                  <a href={`${pathOf(manageUrl)}${search}`}>
                    <b>{days}</b>
                  </a>
                )}
                <p class="quiet">
                  {hours}
                  {event.title !== own.event.title && (
                    <>
                      {'\u00a0· '}
                      <Said text={event.title} />
                    </>
                  )}
                </p>
              </div>
              <span class={`status ${status.toLowerCase()}`}>
                {event.status === 'CANCELLED' ? words.state.cancelled : statusTextOf(status, words)}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
