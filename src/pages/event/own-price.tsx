import { Said } from '../../presentation/markup.tsx'
import { priceField, shownPrice, type TicketOption } from '../../presentation/selection.ts'
import type { Language } from '../../words/words.ts'
import { faultOf, idOf, type Filled } from './fields.tsx'

/** The price of each ticket of a kind, if the guest chooses it. */
export const OwnPrice = ({
  option,
  filled,
  language,
}: {
  option: TicketOption
  filled: Filled
  language: Language
}) => {
  const name = priceField(option.id)
  const fault = faultOf(name, filled)
  return (
    <span class="own-price">
      <label for={idOf(name)}>
        {language.words.ticket.yourPrice} <span class="hint">({option.currency})</span>
        <span class="sr">
          <Said text={option.name} />
        </span>
      </label>
      <input
        id={idOf(name)}
        name={name}
        inputmode="decimal"
        autocomplete="off"
        maxlength={12}
        value={filled.typed.get(name) ?? shownPrice(option, language.format)}
        aria-invalid={fault === undefined ? undefined : 'true'}
        aria-describedby={fault === undefined ? undefined : `fault-${name}`}
      />
      {fault !== undefined && (
        <span class="error" id={`fault-${name}`}>
          {fault}
        </span>
      )}
    </span>
  )
}
