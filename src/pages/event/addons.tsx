import { addonField, addonOption, mostOf, type ShownAddon } from '../../presentation/addons.ts'
import { Said } from '../../presentation/markup.tsx'
import { withoutTurns } from '../../presentation/plain.ts'
import { moneyOf } from '../../presentation/price.ts'
import { mostTogether } from '../../presentation/selection.ts'
import { momentOf } from '../../presentation/when.ts'
import type { Language } from '../../words/words.ts'
import { ask, type PublicAddon, type PublicEvent } from '../asking.ts'
import type { Api } from '../page.ts'
import { faultOf, idOf, type Filled } from './fields.tsx'

/** Adds the add-ons that the order form offers. Only requests of a party have add-ons. */
export const withAddons = async (api: Api, event: PublicEvent): Promise<PublicEvent> => {
  if (event.verifyEmail || event.registrationStatus === 'CLOSED' || event.status === 'CANCELLED') return event
  const answer = await ask<PublicAddon[]>(api, `/public/events/${event.id}/addons`)
  return answer.ok ? { ...event, addons: answer.data } : event
}

const stateOf = (addon: PublicAddon, { timezone }: PublicEvent, language: Language) => {
  const { ticket } = language.words
  if (addon.status === 'SOLD_OUT') return { state: 'soldOut', text: ticket.soldOut }
  if (addon.status !== 'ON_SALE') {
    const text =
      addon.salesStartAt === null ? ticket.later : ticket.from(momentOf(addon.salesStartAt, timezone, language))
    return { state: 'later', text }
  }
  return addon.available === null || addon.available > 10
    ? null
    : { state: 'few', text: ticket.addonsLeft(addon.available) }
}

/** Names the tickets that the add-on is for, unless it is for all. */
const ticketsOf = ({ ticketIds }: ShownAddon, { tickets }: PublicEvent) =>
  tickets.filter(({ id }) => ticketIds.includes(id)).map(({ name }) => name)

/** A quantity for each add-on. The script turns each `<select>` into a stepper. */
export const Addons = ({ event, filled, language }: { event: PublicEvent; filled: Filled; language: Language }) => {
  const { addons = [] } = event
  if (addons.length === 0) return null
  const { ticket: words } = language.words
  const fault = faultOf('addons', filled)
  const seats = mostTogether(event)
  return (
    <fieldset
      class="field addons"
      id={idOf('addons')}
      aria-describedby={fault === undefined ? undefined : 'fault-addons'}
    >
      <legend>{words.addons}</legend>
      <ul class="tickets">
        {addons.map((addon) => {
          const name = addonField(addon.id)
          const most = mostOf(addon, seats)
          const state = stateOf(addon, event, language)
          const chosen = Number(filled.typed.get(name) ?? '0')
          const limited = ticketsOf(addon, event)
          return (
            <li class={most > 0 ? 'ticket' : 'ticket off'}>
              <span class="words">
                <span class="name">
                  <Said text={addon.name} />
                  {state !== null && <span class={`state ${state.state}`}>{state.text}</span>}
                </span>
                {addon.description !== null && (
                  <span class="quiet">
                    <Said text={addon.description} />
                  </span>
                )}
                {limited.length > 0 && (
                  <span class="quiet">
                    <Said text={words.addonFor(limited.join(', '))} />
                  </span>
                )}
              </span>
              <b>
                <bdi>
                  {addon.price === 0 ? language.words.price.free : moneyOf(addon.price, addon.currency, language)}
                </bdi>
              </b>
              {most > 0 && (
                <span class="quantity">
                  <label class="sr" for={idOf(name)}>
                    <Said text={words.addonQuantity(addon.name)} />
                  </label>
                  <select
                    id={idOf(name)}
                    name={name}
                    autocomplete="off"
                    data-addon={JSON.stringify(addonOption(addon, seats))}
                    data-fewer={words.fewer(withoutTurns(addon.name))}
                    data-more={words.more(withoutTurns(addon.name))}
                  >
                    {Array.from({ length: most + 1 }, (_, quantity) => (
                      <option value={String(quantity)} selected={quantity === chosen}>
                        {quantity}
                      </option>
                    ))}
                  </select>
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {fault !== undefined && (
        <p class="error" id="fault-addons">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
