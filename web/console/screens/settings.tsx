import type { Child } from 'hono/jsx/dom'
import { useState } from 'hono/jsx/dom'
import type { CalendarAnswer, One } from '../../shared/answers.ts'
import { LOCALES } from '../../../src/kernel/vocabulary.ts'
import type { CalendarSession } from '../session.ts'
import { mayDo, PLAN_NAMES } from '../session.ts'
import { CoverField } from '../event/cover.tsx'
import { Hues } from '../event/hues.tsx'
import { Head, Screen } from '../frame/screen.tsx'
import { useAsked, useWork } from '../parts/asking.ts'
import { Ask } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { LongField, RadioField, SelectField, TextField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { Shown } from '../parts/states.tsx'
import { HOME, hashOf } from '../place.ts'
import { Quotas } from './quotas.tsx'
import { zoneOptions } from './zones.ts'

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language' })

const fieldsOf = (calendar: CalendarAnswer) => ({
  name: calendar.name,
  description: calendar.description ?? '',
  avatarUrl: calendar.avatarUrl ?? '',
  coverUrl: calendar.coverUrl ?? '',
  accent: calendar.accent,
  timezone: calendar.timezone,
  locale: calendar.locale,
  visibility: calendar.visibility,
  contactEmail: calendar.contactEmail ?? '',
  website: calendar.website ?? '',
  imprintUrl: calendar.imprintUrl ?? '',
  privacyUrl: calendar.privacyUrl ?? '',
  paymentInstructions: calendar.paymentInstructions ?? '',
})
type Fields = ReturnType<typeof fieldsOf>

/** Fields that the form sends as null if they are empty. */
const NULLABLE = [
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
  const [before, setBefore] = useState(() => fieldsOf(calendar))
  const work = useWork()
  const { values, set, field, shown } = useFields(before, work)
  const [isLeaving, leave] = useState(false)
  const changes = changesOf(before, values)
  const isChanged = Object.keys(changes).length > 0
  const path = `/calendars/${calendar.slug}`
  const save = () =>
    void work.run(async () => {
      if (!isChanged) return
      await session.api.patch(path, changes)
      setBefore(values)
      await Promise.all([changed(), session.refresh()])
      session.toast('Settings saved.')
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
      <Form send={save} label="Settings" look="blocks">
        <Block title="Appearance" lead="Shown on the calendar’s page and at the top of every email.">
          <div class="fields">
            <TextField label="Name" {...field('name')} />
            <div class="field">
              <span class="label">Address</span>
              <p class="line">
                <code>{calendar.url ?? `/c/${calendar.slug}`}</code>
              </p>
            </div>
          </div>
          <LongField label="Description" aside="Markdown" {...field('description')} />
          {picture('avatarUrl', 'Picture')}
          {picture('coverUrl', 'Cover')}
          <Hues label="Accent" {...field('accent')} />
        </Block>
        <Block title="Language and time zone">
          <div class="fields">
            <SelectField label="Time zone" {...field('timezone')} options={zoneOptions(values.timezone)} />
            <SelectField
              label="Language"
              {...field('locale')}
              options={LOCALES.map((value) => ({ value, label: LANGUAGES.of(value) ?? value }))}
              hint="For pages and emails, unless the reader chooses another."
            />
          </div>
        </Block>
        <Block title="Visibility">
          <RadioField
            label="Visible to"
            {...field('visibility')}
            options={[
              { value: 'PUBLIC', label: 'Everyone', hint: 'The calendar has a page, feeds and an embed.' },
              { value: 'PRIVATE', label: 'Only your team and invited guests' },
            ]}
          />
        </Block>
        <Block title="Contact and legal" lead="In the footer of every page and email.">
          <div class="fields">
            <TextField label="Email for guests" type="email" {...field('contactEmail')} />
            {url('website', 'Website')}
          </div>
          <div class="fields">
            {url('imprintUrl', 'Imprint')}
            {url('privacyUrl', 'Privacy')}
          </div>
        </Block>
        <Block title="Paying offline" lead="Shown to guests with an unpaid order, on their page and in their emails.">
          <LongField label="How to pay" aside="Markdown; events can override it" {...field('paymentInstructions')} />
        </Block>
        <div class="saves">
          <OtherFault work={work} fields={shown} />
          <span class="soft small push" role="status">
            {isChanged ? 'Unsaved changes' : 'All changes saved'}
          </span>
          <Send work={work}>
            Save <kbd>⌘↵</kbd>
          </Send>
        </div>
      </Form>
      <Block title="Plan">
        <p>
          {calendar.name} is on <b>{PLAN_NAMES[calendar.plan]}</b>.
        </p>
        <Quotas session={session} />
      </Block>
      {mayDo(session, 'OWNER') && (
        <Block title="Danger zone" lead="You can only delete a calendar without events.">
          <div>
            <button type="button" class="button plain" onClick={() => leave(true)}>
              Delete calendar…
            </button>
          </div>
        </Block>
      )}
      {isLeaving && (
        <Ask
          title={`Delete ${calendar.name}?`}
          action="Delete permanently"
          isDangerous
          close={() => leave(false)}
          act={async () => {
            await session.api.delete(path)
            session.go(HOME)
            await session.refresh()
          }}
        >
          <p>Its page, feeds and embed stop working immediately. You can’t undo this.</p>
        </Ask>
      )}
    </>
  )
}

export const SettingsScreen = ({ session }: { session: CalendarSession }) => {
  const { api, calendar } = session
  const asked = useAsked(
    async () => (await api.get<One<CalendarAnswer>>(`/calendars/${calendar.slug}/settings`)).data,
    [calendar.slug],
  )
  return (
    <Screen
      crumbs={[{ words: calendar.name, href: hashOf(calendar.slug, 'events') }, { words: 'Settings' }]}
      title={`Settings · ${calendar.name}`}
    >
      <Head title="Settings" />
      <Shown
        asked={asked}
        draw={(shown) => (
          <>
            {shown.suspension !== null && (
              <p class="trouble">
                The operator of this service has hidden this calendar from the public: {shown.suspension.reason}
              </p>
            )}
            <Editing session={session} calendar={shown} changed={asked.again} />
          </>
        )}
      />
    </Screen>
  )
}
