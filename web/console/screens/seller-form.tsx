import type { One, SellerAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { CheckField, LongField, SelectField, TextField } from '../parts/fields.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { Shown } from '../parts/states.tsx'
import { useFields } from '../parts/use-fields.ts'
import { majorOf, minorOf } from '../parts/words.ts'
import { documentsWords } from '../words/en/documents.ts'
import { countryOptions } from './countries.ts'

const TEXTS = [
  'name',
  'line1',
  'line2',
  'postalCode',
  'city',
  'country',
  'vatId',
  'taxNumber',
  'registerEntry',
  'contact',
  'email',
  'phone',
  'footer',
] as const
const BESIDES_ADDRESS = ['vatId', 'taxNumber', 'registerEntry', 'contact', 'email', 'phone'] as const

const valuesOf = (seller: SellerAnswer) => ({
  documents: seller.documents,
  smallBusiness: seller.smallBusiness,
  limit: majorOf(seller.simplifiedUpTo, seller.simplifiedCurrency),
  currency: seller.simplifiedCurrency,
  ...(Object.fromEntries(TEXTS.map((name) => [name, seller[name] ?? ''])) as Record<(typeof TEXTS)[number], string>),
})

const SellerFields = ({
  session,
  path,
  seller,
  saved,
}: {
  session: CalendarSession
  path: string
  seller: SellerAnswer
  saved(seller: SellerAnswer): void
}) => {
  const words = documentsWords()
  const work = useWork()
  const { values, field, shown, orNull } = useFields(valuesOf(seller), work)
  const save = () =>
    void work.run(async () => {
      const { documents, smallBusiness, limit, currency } = values
      const texts = Object.fromEntries(TEXTS.map((name) => [name, orNull(name)]))
      const { data } = await session.api.put<One<SellerAnswer>>(path, {
        documents,
        smallBusiness,
        simplifiedUpTo: limit.trim() === '' ? 0 : (minorOf(limit, currency) ?? Number.NaN),
        simplifiedCurrency: currency,
        // Keeps the value that the form doesn't show.
        keepYears: seller.keepYears,
        ...texts,
      })
      saved(data)
      session.toast(words.saved)
    })
  return (
    <Form send={save} label={words.title}>
      <SelectField
        label={words.mode}
        {...field('documents')}
        options={['OFF', 'ON_REQUEST', 'ALWAYS'].map((value) => ({ value, label: words.modes[value] ?? value }))}
      />
      <TextField label={words.name} required {...field('name')} />
      <div class="fields">
        <TextField label={words.line1} required {...field('line1')} />
        <TextField label={words.line2} {...field('line2')} />
        <TextField label={words.postalCode} {...field('postalCode')} />
        <TextField label={words.city} required {...field('city')} />
      </div>
      <SelectField label={words.country} {...field('country')} options={countryOptions(values.country)} />
      <div class="fields">
        {BESIDES_ADDRESS.map((name) => (
          <TextField label={words[name]} type={name === 'email' ? 'email' : 'text'} {...field(name)} key={name} />
        ))}
      </div>
      <CheckField label={words.smallBusiness} {...field('smallBusiness')} />
      <div class="fields">
        <TextField
          label={words.limit}
          hint={words.limitMeans}
          inputmode="decimal"
          {...field('limit', 'simplifiedUpTo')}
        />
        <TextField label={words.limitCurrency} {...field('currency', 'simplifiedCurrency')} />
      </div>
      <LongField label={words.footer} rows={2} {...field('footer')} />
      <p class="soft small">{words.keepsText}</p>
      <OtherFault work={work} fields={shown} />
      <Send work={work}>{words.save}</Send>
    </Form>
  )
}

/** The issuer of the calendar's invoices. */
export const SellerForm = ({ session }: { session: CalendarSession }) => {
  const path = `/calendars/${session.calendar.slug}/seller`
  const asked = useAsked(async () => (await session.api.get<One<SellerAnswer>>(path)).data, [path])
  return (
    <Shown
      asked={asked}
      rows={3}
      draw={(seller) => <SellerFields session={session} path={path} seller={seller} saved={asked.put} />}
    />
  )
}
