import type { AddonAnswer, One } from '../../shared/answers.ts'
import { useAsked } from '../parts/asking.ts'
import { Chip } from '../parts/chip.tsx'
import { Icon } from '../parts/icon.tsx'
import { useOpened } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { moneyOf } from '../parts/words.ts'
import { addonsWords } from '../words/en/addons.ts'
import { ticketsWords } from '../words/en/tickets.ts'
import { AddonSheet } from './addon-sheet.tsx'
import type { EventSession } from './event-frame.tsx'
import { TICKET_LOOKS } from './ticket-looks.ts'

/** The add-ons of an event, with the sheet that edits one. */
export const Addons = ({ tab }: { tab: EventSession }) => {
  const words = addonsWords()
  const { session, event } = tab
  const [open, show] = useOpened<AddonAnswer | 'new' | null>(null)
  const path = `/events/${event.id}/addons`
  const asked = useAsked(async () => (await session.api.get<One<AddonAnswer[]>>(path)).data, [path])
  return (
    <section class="stack">
      <header class="spread">
        <h2 class="h2">{words.title}</h2>
        <button type="button" class="button plain" onClick={() => show('new')}>
          <Icon name="plus" /> {words.new}
        </button>
      </header>
      <Shown
        asked={asked}
        rows={1}
        draw={(addons) =>
          addons.length === 0 ? (
            <p class="soft">{words.none}</p>
          ) : (
            <ul class="lines" aria-label={words.title}>
              {addons.map((addon) => (
                <li key={addon.id}>
                  <span class="grow">
                    <bdi>{addon.name}</bdi> · {moneyOf(addon.price, addon.currency)}
                    <span class="under">
                      {words.per[addon.per]} · {words.sold(addon.sold, addon.stock)}
                    </span>
                  </span>
                  <Chip {...TICKET_LOOKS[addon.status]} words={ticketsWords().statuses[addon.status]} />
                  <button
                    type="button"
                    class="button bare"
                    aria-label={words.editOf(addon.name)}
                    onClick={() => show(addon)}
                  >
                    <Icon name="edit" />
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      />
      {open !== null && (
        <AddonSheet
          key={open === 'new' ? 'new' : open.id}
          tab={tab}
          addon={open === 'new' ? null : open}
          close={() => show(null)}
          saved={asked.again}
        />
      )}
    </section>
  )
}
