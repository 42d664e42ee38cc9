import type { Locale } from '../../kernel/vocabulary.ts'
import type { Instant } from '../../kernel/time.ts'
import type { ListedPasskey } from '../passkeys.store.ts'
import type { ListedSession } from '../sessions.store.ts'
import type { SignInWords } from '../words/en.ts'
import { signInWords } from '../words/words.ts'
import { signInDocument } from './document.tsx'

interface AccountView {
  locale: Locale
  name: string
  addresses: readonly string[]
  passkeys: readonly ListedPasskey[]
  sessions: readonly ListedSession[]
  sessionId: string
  /** Whether the last sign-in is recent enough to change addresses and passkeys. */
  isFresh: boolean
  note: { text: keyof SignInWords; isGood: boolean } | null
}

const FORMATS: Partial<Record<Locale, string>> = { en: 'en-GB', pt: 'pt-PT', ar: 'ar-u-nu-latn' }

const dateOf = (at: Instant, locale: Locale) =>
  new Intl.DateTimeFormat(FORMATS[locale] ?? locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(at)

const Removal = ({ action, name, value, label }: { action: string; name: string; value: string; label: string }) => (
  <form method="post" action={action}>
    <input type="hidden" name={name} value={value} />
    <button class="quiet-button" type="submit">
      {label}
    </button>
  </form>
)

const Addresses = ({ view: { addresses, isFresh }, words }: { view: AccountView; words: SignInWords }) => (
  <section class="card stack" aria-labelledby="addresses">
    <h2 id="addresses">{words.addresses}</h2>
    <ul class="listing">
      {addresses.map((address) => (
        <li>
          <bdi>{address}</bdi>
          {isFresh && addresses.length > 1 && (
            <Removal action="/sign-in/account/addresses/remove" name="address" value={address} label={words.remove} />
          )}
        </li>
      ))}
    </ul>
    {isFresh && (
      <form class="stack" method="post" action="/sign-in/account/addresses">
        <div class="field">
          <label for="address">{words.email}</label>
          <input id="address" name="address" type="email" autocomplete="email" required maxlength={254} />
          <p class="hint">{words.addressHint}</p>
        </div>
        <button class="button plain" type="submit">
          {words.addAddress}
        </button>
      </form>
    )}
  </section>
)

const Passkeys = ({ view: { passkeys, isFresh, locale }, words }: { view: AccountView; words: SignInWords }) => (
  <section class="card stack" aria-labelledby="passkeys">
    <h2 id="passkeys">{words.passkeys}</h2>
    {passkeys.length === 0 ? (
      <p class="soft">{words.noPasskeys}</p>
    ) : (
      <ul class="listing">
        {passkeys.map(({ id, label, lastUsedAt }) => (
          <li>
            <span>
              <bdi>{label}</bdi>
              <br />
              <span class="soft">
                {lastUsedAt === null ? words.neverUsed : words.lastUsed(dateOf(lastUsedAt, locale))}
              </span>
            </span>
            {isFresh && <Removal action="/sign-in/passkeys/remove" name="id" value={id} label={words.remove} />}
          </li>
        ))}
      </ul>
    )}
    {isFresh && (
      <div class="stack" id="new-passkey" data-next="/sign-in/account" data-failed={words.passkeyFailed} hidden>
        <p class="soft">{words.passkeyLead}</p>
        <button class="button plain" type="button" id="create-passkey">
          {words.createPasskey}
        </button>
        <p class="notice bad" role="alert" id="passkey-fault" hidden></p>
      </div>
    )}
  </section>
)

const Devices = ({ view: { sessions, sessionId, locale }, words }: { view: AccountView; words: SignInWords }) => (
  <section class="card stack" aria-labelledby="devices">
    <h2 id="devices">{words.devices}</h2>
    <ul class="listing">
      {sessions.map(({ id, device, lastUsedAt }) => (
        <li>
          <span>
            <bdi>{device}</bdi>
            <br />
            <span class="soft">
              {id === sessionId ? words.thisBrowser : words.lastUsed(dateOf(lastUsedAt, locale))}
            </span>
          </span>
          <Removal action="/sign-in/account/sessions/end" name="id" value={id} label={words.signOut} />
        </li>
      ))}
    </ul>
  </section>
)

export const accountPage = (view: AccountView) =>
  signInDocument({
    locale: view.locale,
    title: signInWords(view.locale).accountTitle,
    body: (words) => (
      <>
        <h1>{words.accountTitle}</h1>
        {view.note !== null && (
          <p class={view.note.isGood ? 'notice good' : 'notice bad'} role="status">
            {String(words[view.note.text])}
          </p>
        )}
        {!view.isFresh && (
          <div class="notice stack">
            <p>{words.signInAgainLead}</p>
            <a class="button plain" href="/sign-in?again">
              {words.signInAgain}
            </a>
          </div>
        )}
        <form class="card stack" method="post" action="/sign-in/account/name">
          <div class="field">
            <label for="name">{words.name}</label>
            <input id="name" name="name" autocomplete="name" maxlength={200} value={view.name} />
            <p class="hint">{words.nameHint}</p>
          </div>
          <button class="button plain" type="submit">
            {words.save}
          </button>
        </form>
        <Addresses view={view} words={words} />
        <Passkeys view={view} words={words} />
        <Devices view={view} words={words} />
        <a class="button" href="/console">
          {words.openWorkspace}
        </a>
      </>
    ),
  })
