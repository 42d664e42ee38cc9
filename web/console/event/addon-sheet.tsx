import { ADDON_UNITS } from '../../../src/kernel/vocabulary.ts'
import type { AddonAnswer } from '../../shared/answers.ts'
import { useWork } from '../parts/asking.ts'
import { AskDelete } from '../parts/ask-delete.tsx'
import { CheckField, ChecksField, LongField, SelectField, TextField } from '../parts/fields.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { SendKey } from '../parts/send-key.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { useOpened } from '../parts/state.ts'
import { useFields } from '../parts/use-fields.ts'
import { majorOf, minorOf, wallOf } from '../parts/words.ts'
import { addonsWords } from '../words/en/addons.ts'
import { termsWords } from '../words/en/terms.ts'
import { ticketsWords } from '../words/en/tickets.ts'
import type { EventSession } from './event-frame.tsx'
import { TaxRateField } from './tax-rate-field.tsx'

const fieldsOf = (addon: AddonAnswer | null, zone: string, currency: string) => ({
  name: addon?.name ?? '',
  description: addon?.description ?? '',
  price: addon === null || addon.price === 0 ? '' : majorOf(addon.price, addon.currency ?? currency),
  currency: addon?.currency ?? currency,
  per: addon?.per ?? ('SEAT' as const),
  stock: addon === null || addon.stock === null ? '' : String(addon.stock),
  maxQuantity: String(addon?.maxQuantity ?? 10),
  ticketIds: addon?.ticketIds ?? [],
  salesStartAt: wallOf(addon?.salesStartAt ?? null, zone),
  salesEndAt: wallOf(addon?.salesEndAt ?? null, zone),
  taxRateId: addon?.taxRateId ?? '',
  priceIsNet: false,
  isPaused: addon?.status === 'PAUSED',
})

export const AddonSheet = ({
  tab: { session, event },
  addon,
  close,
  saved,
}: {
  tab: EventSession
  addon: AddonAnswer | null
  close: () => void
  saved: () => Promise<unknown>
}) => {
  const words = addonsWords()
  const ofTicket = ticketsWords().sheet
  const terms = termsWords()
  const known = event.tickets.find(({ currency }) => currency !== null)?.currency ?? session.calendar.currency
  const work = useWork()
  const { values, set, field, shown, orNull, numberOrNull } = useFields(
    () => fieldsOf(addon, event.timezone, known),
    work,
  )
  const [isLeaving, leave] = useOpened(false)
  const path = `/events/${event.id}/addons`
  const save = () =>
    void work
      .run(async () => {
        const price = values.price.trim() === '' ? 0 : (minorOf(values.price, values.currency) ?? Number.NaN)
        const body = {
          name: values.name,
          description: orNull('description'),
          price,
          currency: price === 0 ? null : values.currency,
          per: values.per,
          stock: numberOrNull('stock'),
          maxQuantity: Number(values.maxQuantity),
          ticketIds: values.ticketIds,
          salesStartAt: orNull('salesStartAt'),
          salesEndAt: orNull('salesEndAt'),
          taxRateId: orNull('taxRateId'),
          ...(values.priceIsNet && { priceIsNet: true }),
          status: values.isPaused ? 'PAUSED' : 'ON_SALE',
        }
        await (addon === null ? session.api.post(path, body) : session.api.patch(`${path}/${addon.id}`, body))
        await saved()
        session.toast(words.saved)
      })
      .then((isDone) => isDone && close())
  return (
    <Sheet label={addon?.name ?? words.new} position={words.title} close={close}>
      <Form send={save}>
        <TextField
          label={terms.name}
          look="large"
          placeholder={words.example}
          {...field('name')}
          isFocused={addon === null}
        />
        <LongField label={ofTicket.description} aside={terms.optional} rows={2} {...field('description')} />
        <div class="fields">
          <TextField label={ofTicket.price} aside={ofTicket.blankIsFree} inputmode="decimal" {...field('price')} />
          <TextField
            label={ofTicket.currency}
            {...field('currency')}
            set={(currency) => set({ currency: currency.toUpperCase() })}
          />
          <TextField label={words.stock} aside={ofTicket.blankIsUnlimited} type="number" min={0} {...field('stock')} />
        </div>
        <div class="fields">
          {addon === null && (
            <SelectField
              label={words.unit}
              {...field('per')}
              options={ADDON_UNITS.map((unit) => ({ value: unit, label: words.per[unit] }))}
            />
          )}
          <TextField label={words.maxQuantity[values.per]} type="number" min={1} max={100} {...field('maxQuantity')} />
        </div>
        {event.tickets.length > 1 && (
          <ChecksField
            label={words.onlyWith}
            hint={words.onlyWithHint}
            {...field('ticketIds')}
            options={event.tickets.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <div class="fields">
          <TextField label={ofTicket.onSaleFrom} type="datetime-local" {...field('salesStartAt')} />
          <TextField label={ofTicket.onSaleUntil} type="datetime-local" {...field('salesEndAt')} />
        </div>
        <TaxRateField
          session={session}
          {...field('taxRateId')}
          price={{ typed: values.price, currency: values.currency, net: field('priceIsNet') }}
        />
        <CheckField label={ofTicket.paused} hint={ofTicket.pausedHint} {...field('isPaused', 'status')} />
        <OtherFault work={work} fields={shown} />
        <div class="row">
          <Send work={work}>
            {words.save} <SendKey />
          </Send>
          {addon !== null && (
            <button type="button" class="button bare bad push" onClick={() => leave(true)}>
              {ofTicket.delete}
            </button>
          )}
        </div>
      </Form>
      {isLeaving && addon !== null && (
        <AskDelete
          api={session.api}
          path={`${path}/${addon.id}`}
          title={words.deletion.title(addon.name)}
          action={words.deletion.action}
          close={() => leave(false)}
          deleted={async () => {
            await saved()
            close()
          }}
        >
          {words.deletion.hint}
        </AskDelete>
      )}
    </Sheet>
  )
}
