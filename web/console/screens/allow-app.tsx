import { useLayoutEffect } from 'hono/jsx/dom'
import type { AllowedAppAnswer, AppAuthorizationAnswer, MyCalendar, One } from '../../shared/answers.ts'
import { Refusal } from '../../shared/api.ts'
import { scopeWords } from '../developers/scopes.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { useAsked, useWork } from '../parts/asking.ts'
import { ChecksField, SelectField } from '../parts/fields.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { Empty, Loading, Trouble } from '../parts/states.tsx'
import { useFields } from '../parts/use-fields.ts'
import { HOME } from '../place.ts'
import { planCovers, roleCovers, type Session } from '../session.ts'
import { appsWords } from '../words/en/apps.ts'
import { termsWords } from '../words/en/terms.ts'

/**
 * Scopes that can email people, change registrations, move money or send data elsewhere. They are listed separately and
 * are unchecked at first.
 */
const APART = ['events:write', 'guests:write', 'communications:write', 'billing:write', 'webhooks:write']
/** Scopes whose operations only an owner may call. */
const OF_OWNERS = ['webhooks:read', 'webhooks:write', 'billing:read', 'billing:write']

const isOffered = (scope: string, { role }: MyCalendar) => roleCovers(role, 'OWNER') || !OF_OWNERS.includes(scope)
const optionsOf = (scopes: readonly string[]) => scopes.map((scope) => ({ value: scope, label: scopeWords(scope) }))

interface Asking {
  session: Session
  request: string
  app: AppAuthorizationAnswer
}

const Consent = ({
  session,
  request,
  app,
  calendars,
  first,
}: Asking & { calendars: readonly MyCalendar[]; first: MyCalendar }) => {
  const words = appsWords().consent
  const work = useWork()
  const { values, set, field, shown } = useFields<{ slug: string; scopes: string[] }>(
    { slug: first.slug, scopes: app.scopes.filter((scope) => !APART.includes(scope)) },
    work,
  )
  const calendar = calendars.find(({ slug }) => slug === values.slug) ?? first
  const offered = app.scopes.filter((scope) => isOffered(scope, calendar))
  const chosen = offered.filter((scope) => values.scopes.includes(scope))
  const [plain, apart] = [
    offered.filter((scope) => !APART.includes(scope)),
    offered.filter((each) => APART.includes(each)),
  ]
  /** Replaces the chosen scopes of one of the two groups. */
  const choose = (group: readonly string[]) => (now: string[]) =>
    set({ scopes: [...values.scopes.filter((scope) => !group.includes(scope)), ...now] })
  const allow = () =>
    void work.run(async () => {
      const path = `/calendars/${calendar.slug}/apps`
      const { data } = await session.api.post<One<AllowedAppAnswer>>(path, { request, scopes: chosen })
      location.assign(data.redirectUrl)
    })
  return (
    <Form send={allow} label={words.title}>
      <SelectField
        label={words.calendar}
        value={values.slug}
        set={(slug) => set({ slug })}
        options={calendars.map(({ slug, name }) => ({ value: slug, label: name }))}
      />
      {plain.length > 0 && (
        <ChecksField
          label={words.could}
          fault={field('scopes').fault}
          value={chosen}
          set={choose(plain)}
          options={optionsOf(plain)}
        />
      )}
      {apart.length > 0 && (
        <ChecksField label={words.apart} value={chosen} set={choose(apart)} options={optionsOf(apart)} />
      )}
      <div class="stack">
        <p>
          {app.isCommandLine ? words.claimed : words.unchecked(app.host)}{' '}
          {app.isLoopback || app.isElsewhere ? '' : words.returns(app.returnsTo)} {words.anyTime}
        </p>
        {(app.isLoopback || app.isElsewhere) && (
          <p class="notice warn row">
            <Icon name="warn" />
            <span class="grow">{app.isLoopback ? words.returnsHere : words.elsewhere(app.returnsTo, app.host)}</span>
          </p>
        )}
      </div>
      <OtherFault work={work} fields={shown} />
      <footer>
        <a class="button bare" href={app.denyUrl}>
          {termsWords().cancel}
        </a>
        <Send work={work}>{words.allow}</Send>
      </footer>
    </Form>
  )
}

const Asked = ({ session, request, app }: Asking) => {
  const { calledItself, consent } = appsWords()
  const calendars = session.me.calendars.filter(
    ({ plan, role }) => planCovers(plan, 'PRO') && roleCovers(role, 'MANAGER'),
  )
  const [first] = calendars
  return (
    <>
      <Head
        title={consent.wants(<bdi>{app.isCommandLine ? app.name : app.host}</bdi>)}
        lead={app.isCommandLine ? consent.commandLine : calledItself(app.name)}
      />
      {first === undefined ? (
        <Empty
          title={consent.noCalendar.title}
          act={
            <a class="button plain" href={app.denyUrl}>
              {termsWords().cancel}
            </a>
          }
        >
          {consent.noCalendar.text}
        </Empty>
      ) : (
        <Consent session={session} request={request} app={app} calendars={calendars} first={first} />
      )}
    </>
  )
}

/** Sends the browser back with the error of the request, as OAuth requires. */
const SendBack = ({ to }: { to: string }) => {
  useLayoutEffect(() => location.replace(to), [to])
  return <Loading rows={2} />
}

/** Asks the person whether an app may act for them on one of their calendars. */
export const AllowAppScreen = ({ session }: { session: Session }) => {
  const { consent } = appsWords()
  const { yourCalendars } = termsWords()
  const request = session.place.query.get('request') ?? ''
  const asked = useAsked(
    async () => (await session.api.get<One<AppAuthorizationAnswer>>('/apps/authorization', { request })).data,
    [request],
  )
  const app = asked.data
  return (
    <Screen crumbs={[{ words: yourCalendars, href: HOME }, { words: consent.title }]} title={consent.title}>
      {app !== null && app.errorUrl !== null ? (
        <SendBack key="back" to={app.errorUrl} />
      ) : app !== null ? (
        <Asked key="asked" session={session} request={request} app={app} />
      ) : asked.error instanceof Refusal && asked.error.status === 400 ? (
        <Empty key="wrong" title={consent.wrong.title}>
          {consent.wrong.text}
        </Empty>
      ) : asked.error !== null ? (
        <Trouble key="trouble" error={asked.error} again={() => void asked.again()} />
      ) : (
        <Loading key="loading" rows={2} />
      )}
    </Screen>
  )
}
