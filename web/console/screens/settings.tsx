import type { Child } from 'hono/jsx/dom'
import type { CalendarAnswer, One } from '../../shared/answers.ts'
import { LOCALES } from '../../../src/kernel/vocabulary.ts'
import type { CalendarSession } from '../session.ts'
import { mayDo } from '../session.ts'
import { CoverField } from '../event/cover.tsx'
import { Hues } from '../event/hues.tsx'
import { DownloadAll, EraseDialog, goHome } from '../frame/erasure.tsx'
import { Head, Screen } from '../frame/screen.tsx'
import { useAsked, useWork } from '../parts/asking.ts'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { SendKey } from '../parts/send-key.tsx'
import { DelayedPaymentsField, ServiceFeeFields } from '../parts/payment-rules.tsx'
import { RefundRuleFields } from '../parts/refund-rule.tsx'
import { LongField, RadioField, SelectField, TextField } from '../parts/fields.tsx'
import { useOpened, useState } from '../parts/state.ts'
import { ZoneField } from '../parts/zone-field.tsx'
import { useFields } from '../parts/use-fields.ts'
import { Shown } from '../parts/states.tsx'
import { hashOf } from '../place.ts'
import { appsWords } from '../words/en/apps.ts'
import { archiveWords } from '../words/en/archive.ts'
import { erasureWords } from '../words/en/erasure.ts'
import { paymentRulesWords } from '../words/en/payment-rules.ts'
import { refundRuleWords } from '../words/en/refund-rule.ts'
import { settingsWords } from '../words/en/settings.ts'
import { termsWords } from '../words/en/terms.ts'
import { localeSpoken } from '../words/loaded.ts'
import { documentsWords } from '../words/en/documents.ts'
import { taxRatesWords } from '../words/en/tax-rates.ts'
import { Apps } from './apps.tsx'
import { Archives } from './archives.tsx'
import { Quotas } from './quotas.tsx'
import { SellerForm } from './seller-form.tsx'
import { TaxRates } from './tax-rates.tsx'

const fieldsOf = (calendar: CalendarAnswer) => ({
  name: calendar.name,
  description: calendar.description ?? '',
  avatarUrl: calendar.avatarUrl ?? '',
  coverUrl: calendar.coverUrl ?? '',
  accent: calendar.accent,
  timezone: calendar.timezone,
  locale: calendar.locale,
  currency: calendar.currency,
  visibility: calendar.visibility,
  contactEmail: calendar.contactEmail ?? '',
  website: calendar.website ?? '',
  imprintUrl: calendar.imprintUrl ?? '',
  privacyUrl: calendar.privacyUrl ?? '',
  paymentInstructions: calendar.paymentInstructions ?? '',
  refundPolicy: calendar.refundPolicy,
  serviceFee: calendar.serviceFee,
  delayedPayments: calendar.delayedPayments,
})
type Fields = ReturnType<typeof fieldsOf>

/** Fields that the form sends as null if they are empty. */
const NULLABLE = [
  'currency',
  'description',
  'avatarUrl',
  'coverUrl',
  'contactEmail',
  'website',
  'imprintUrl',
  'privacyUrl',
  'paymentInstructions',
]

const changesOf = (before: Fields, after: Fields) =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) => {
      if (Object.entries(before).some(([known, old]) => known === name && old === value)) return []
      return [[name, value === '' && NULLABLE.includes(name) ? null : value]]
    }),
  )

const Block = ({ title, lead, children }: { title: string; lead?: string; children: Child }) => (
  <section class="block-of">
    <div>
      <h2 class="h2">{title}</h2>
      {lead !== undefined && <p class="soft">{lead}</p>}
    </div>
    <div class="stack">{children}</div>
  </section>
)

const Editing = ({
  session,
  calendar,
  changed,
}: {
  session: CalendarSession
  calendar: CalendarAnswer
  changed: () => Promise<void>
}) => {
  const words = settingsWords()
  const terms = termsWords()
  const languages = new Intl.DisplayNames([localeSpoken()], { type: 'language' })
  const [before, setBefore] = useState(() => fieldsOf(calendar))
  const work = useWork()
  const { values, set, field, shown } = useFields(before, work)
  const [isLeaving, leave] = useOpened(false)
  const changes = changesOf(before, values)
  const isChanged = Object.keys(changes).length > 0
  const path = `/calendars/${calendar.slug}`
  const save = () =>
    void work.run(async () => {
      if (!isChanged) return
      await session.api.patch(path, changes)
      setBefore(values)
      await Promise.all([changed(), session.refresh()])
      session.toast(words.saved)
    })
  const picture = (name: 'avatarUrl' | 'coverUrl', label: string) => (
    <CoverField
      api={session.api}
      slug={calendar.slug}
      label={label}
      url={values[name]}
      set={({ coverUrl, accent }) => set({ [name]: coverUrl, ...(accent === undefined ? {} : { accent }) })}
      fault={field(name).fault}
      takesPasted={name === 'coverUrl'}
    />
  )
  const url = (name: 'website' | 'imprintUrl' | 'privacyUrl', label: string) => (
    <TextField label={label} type="url" placeholder="https://…" {...field(name)} />
  )
  return (
    <>
      <Form send={save} label={words.title} look="blocks">
        <Block title={words.appearance.title} lead={words.appearance.lead}>
          <div class="fields">
            <TextField label={terms.name} {...field('name')} />
            <div class="field">
              <span class="label">{words.appearance.address}</span>
              <p class="line">
                <code>{calendar.url ?? `/c/${calendar.slug}`}</code>
              </p>
            </div>
          </div>
          <LongField label={words.appearance.description} aside={words.appearance.markdown} {...field('description')} />
          {picture('avatarUrl', words.appearance.picture)}
          {picture('coverUrl', words.appearance.cover)}
          <Hues label={words.appearance.accent} {...field('accent')} />
        </Block>
        <Block title={words.language.title}>
          <div class="fields">
            <ZoneField label={words.language.timeZone} {...field('timezone')} />
            <SelectField
              label={words.language.language}
              {...field('locale')}
              options={LOCALES.map((value) => ({ value, label: languages.of(value) ?? value }))}
              hint={words.language.languageHint}
            />
            <TextField
              label={words.language.currency}
              {...field('currency')}
              set={(currency) => set({ currency: currency.toUpperCase() })}
              hint={words.language.currencyHint}
            />
          </div>
        </Block>
        <Block title={words.visibility.title}>
          <RadioField
            label={words.visibility.label}
            {...field('visibility')}
            options={[
              { value: 'PUBLIC', label: words.visibility.public, hint: words.visibility.publicHint },
              { value: 'PRIVATE', label: words.visibility.private },
            ]}
          />
        </Block>
        <Block title={words.legal.title} lead={words.legal.lead}>
          <div class="fields">
            <TextField label={words.legal.email} type="email" {...field('contactEmail')} />
            {url('website', words.legal.website)}
          </div>
          <div class="fields">
            {url('imprintUrl', words.legal.imprint)}
            {url('privacyUrl', words.legal.privacy)}
          </div>
        </Block>
        <Block title={words.payment.title} lead={words.payment.lead}>
          <LongField
            label={words.payment.instructions}
            aside={words.payment.instructionsAside}
            {...field('paymentInstructions')}
          />
          <RefundRuleFields
            label={refundRuleWords().ofCalendar}
            hint={refundRuleWords().ofCalendarHint}
            currency={calendar.currency}
            {...field('refundPolicy', 'refundPolicy.steps', 'refundPolicy')}
          />
          <ServiceFeeFields
            session={session}
            label={paymentRulesWords().ofCalendar}
            hint={paymentRulesWords().ofCalendarHint}
            currency={calendar.currency}
            {...field('serviceFee', 'serviceFee.taxRateId', 'serviceFee')}
          />
          <DelayedPaymentsField
            {...field('delayedPayments')}
            set={(chosen) => set({ delayedPayments: chosen ?? 'HOLD' })}
          />
        </Block>
        <div class="saves">
          <OtherFault work={work} fields={shown} />
          <span class="soft small push" role="status">
            {isChanged ? words.unsaved : words.allSaved}
          </span>
          <Send work={work}>
            {terms.save} <SendKey />
          </Send>
        </div>
      </Form>
      {mayDo(session, 'OWNER') && (
        <Block title={taxRatesWords().title} lead={taxRatesWords().lead}>
          <TaxRates session={session} />
        </Block>
      )}
      {mayDo(session, 'OWNER') && (
        <Block title={documentsWords().title} lead={documentsWords().lead}>
          <SellerForm session={session} />
        </Block>
      )}
      <Block title={appsWords().title} lead={appsWords().lead}>
        <Apps session={session} />
      </Block>
      <Block title={words.plan.title}>
        <p>{words.plan.isOn(calendar.name, <b>{terms.plans[calendar.plan]}</b>)}</p>
        <Quotas session={session} />
      </Block>
      {mayDo(session, 'OWNER') && (
        <>
          <Block title={erasureWords().download.title} lead={erasureWords().download.lead}>
            <div>
              <DownloadAll session={session} slug={calendar.slug} />
            </div>
          </Block>
          <Block title={archiveWords().title} lead={archiveWords().lead}>
            <Archives session={session} />
          </Block>
          {session.calendar.eraseAt === null && (
            <Block title={words.danger.title} lead={words.danger.lead}>
              <div>
                <button type="button" class="button plain" onClick={() => leave(true)}>
                  {words.danger.delete}
                </button>
              </div>
            </Block>
          )}
        </>
      )}
      {isLeaving && (
        <EraseDialog
          session={session}
          kind="calendar"
          name={calendar.name}
          path={path}
          slug={calendar.slug}
          close={() => leave(false)}
          requested={session.refresh}
          deleted={() => goHome(session)}
        />
      )}
    </>
  )
}

export const SettingsScreen = ({ session }: { session: CalendarSession }) => {
  const words = settingsWords()
  const { api, calendar } = session
  const asked = useAsked(
    async () => (await api.get<One<CalendarAnswer>>(`/calendars/${calendar.slug}/settings`)).data,
    [calendar.slug],
  )
  return (
    <Screen
      crumbs={[{ words: calendar.name, href: hashOf(calendar.slug, 'events') }, { words: words.title }]}
      title={`${words.title} · ${calendar.name}`}
    >
      <Head title={words.title} />
      <Shown
        asked={asked}
        draw={(shown) => (
          <>
            {shown.suspension !== null && <p class="trouble">{words.hidden(shown.suspension.reason)}</p>}
            <Editing session={session} calendar={shown} changed={asked.again} />
          </>
        )}
      />
    </Screen>
  )
}
