import type { Locale } from '../../kernel/vocabulary.ts'
import type { SignInWords } from '../words/en.ts'
import { signInWords } from '../words/words.ts'
import { FaultNote, signInDocument } from './document.tsx'

interface SignInView {
  locale: Locale
  /** Query string of the authorization request to return to. */
  request: string
  address?: string
  fault?: keyof SignInWords
  lead?: keyof SignInWords
  status?: number
}

const textOf = (words: SignInWords, key: keyof SignInWords | undefined) =>
  key === undefined ? null : String(words[key])

export const signInPage = ({ locale, request, address = '', fault, lead = 'signInLead', status = 200 }: SignInView) =>
  signInDocument({
    locale,
    status,
    title: signInWords(locale).signIn,
    body: (words) => (
      <>
        <h1>{words.signIn}</h1>
        <p class="lead">{textOf(words, lead)}</p>
        <FaultNote text={textOf(words, fault)} />
        <form class="stack" method="post" action="/sign-in/code">
          <input type="hidden" name="request" value={request} />
          <div class="field">
            <label for="address">{words.email}</label>
            <input
              id="address"
              name="address"
              type="email"
              autocomplete="username webauthn"
              required
              maxlength={254}
              value={address}
              autofocus
              aria-invalid={fault === 'badAddress' ? 'true' : undefined}
            />
          </div>
          <button class="button" type="submit">
            {words.sendCode}
          </button>
        </form>
        <div
          class="stack"
          id="passkey"
          data-request={request}
          data-failed={words.passkeyFailed}
          data-copied={words.passkeyCopied}
          hidden
        >
          <p class="or">{words.or}</p>
          <button class="button plain" type="button" id="use-passkey">
            {words.usePasskey}
          </button>
          <p class="notice bad" role="alert" id="passkey-fault" hidden></p>
        </div>
      </>
    ),
  })

interface CodeView {
  locale: Locale
  request: string
  address: string
  /** Action of the form: to sign in, or to add the address to an account. */
  purpose: 'sign-in' | 'add'
  fault?: keyof SignInWords
  status?: number
}

const ACTIONS = {
  'sign-in': { check: '/sign-in/code/check', again: '/sign-in/code', back: '/sign-in' },
  add: { check: '/sign-in/account/addresses/check', again: '/sign-in/account/addresses', back: '/sign-in/account' },
} as const

export const codePage = ({ locale, request, address, purpose, fault, status = 200 }: CodeView) => {
  const { check, again, back } = ACTIONS[purpose]
  const backHref = request === '' ? back : `/sign-in/authorize?${request}`
  return signInDocument({
    locale,
    status,
    title: signInWords(locale).codeTitle,
    body: (words) => (
      <>
        <h1>{purpose === 'add' ? words.addAddressTitle : words.codeTitle}</h1>
        <p class="lead">{words.codeLead(address)}</p>
        <FaultNote text={textOf(words, fault)} />
        <form class="stack" method="post" action={check}>
          <input type="hidden" name="request" value={request} />
          <input type="hidden" name="address" value={address} />
          <div class="field">
            <label for="code">{words.code}</label>
            <input
              id="code"
              class="digits"
              name="code"
              inputmode="numeric"
              autocomplete="one-time-code"
              pattern="\s*\d{4}\s?\d{4}\s*"
              placeholder="0000 0000"
              maxlength={12}
              required
              autofocus
              dir="ltr"
            />
          </div>
          <button class="button" type="submit">
            {purpose === 'add' ? words.addAddress : words.signIn}
          </button>
        </form>
        <div class="row">
          <form method="post" action={again}>
            <input type="hidden" name="request" value={request} />
            <input type="hidden" name="address" value={address} />
            <button class="quiet-button" type="submit">
              {words.newCode}
            </button>
          </form>
          <a class="quiet-button" href={backHref}>
            {words.otherAddress}
          </a>
        </div>
      </>
    ),
  })
}

const PasskeyOffer = ({ words, next }: { words: SignInWords; next: string }) => (
  <section class="card stack" id="new-passkey" data-next={next} data-failed={words.passkeyFailed} hidden>
    <h2>{words.passkeyTitle}</h2>
    <p>{words.passkeyLead}</p>
    <button class="button plain" type="button" id="create-passkey">
      {words.createPasskey}
    </button>
    <p class="notice bad" role="alert" id="passkey-fault" hidden></p>
  </section>
)

/** Shown once, after the first sign-in. */
export const welcomePage = ({ locale, request, name }: { locale: Locale; request: string; name: string }) =>
  signInDocument({
    locale,
    title: signInWords(locale).welcomeTitle,
    body: (words) => (
      <>
        <h1>{words.welcomeTitle}</h1>
        <PasskeyOffer words={words} next="" />
        <form class="stack" method="post" action="/sign-in/welcome">
          <input type="hidden" name="request" value={request} />
          <div class="field">
            <label for="name">{words.name}</label>
            <input id="name" name="name" autocomplete="name" maxlength={200} value={name} />
            <p class="hint">{words.nameHint}</p>
          </div>
          <p class="notice good" id="passkey-created" role="status" hidden>
            {words.passkeyCreated}
          </p>
          <button class="button" type="submit">
            {words.continue}
          </button>
        </form>
      </>
    ),
  })

interface SetupView {
  locale: Locale
  fault?: keyof SignInWords
  status?: number
  name?: string
  address?: string
  key?: string
}

/** The key is in the fragment of the link, which browsers don't send. The script copies it into the field. */
export const setupPage = ({ locale, fault, status = 200, name = '', address = '', key = '' }: SetupView) =>
  signInDocument({
    locale,
    status,
    title: signInWords(locale).setupTitle,
    body: (words) => (
      <>
        <h1>{words.setupTitle}</h1>
        <p class="lead">{words.setupLead}</p>
        <FaultNote text={textOf(words, fault)} />
        <form class="stack" method="post" action="/sign-in/setup">
          <div class="field">
            <label for="setup-name">{words.name}</label>
            <input id="setup-name" name="name" autocomplete="name" maxlength={200} value={name} />
          </div>
          <div class="field">
            <label for="setup-address">{words.email}</label>
            <input
              id="setup-address"
              name="address"
              type="email"
              autocomplete="email"
              required
              maxlength={254}
              value={address}
            />
          </div>
          <div class="field" id="setup-key-field">
            <label for="setup-key">{words.setupKey}</label>
            <input id="setup-key" name="key" required maxlength={64} autocomplete="off" value={key} />
          </div>
          <button class="button" type="submit">
            {words.setupButton}
          </button>
        </form>
      </>
    ),
  })

export const signOutPage = (locale: Locale) =>
  signInDocument({
    locale,
    title: signInWords(locale).signOut,
    body: (words) => (
      <>
        <h1>{words.confirmSignOut}</h1>
        <form method="post" action="/sign-in/logout">
          <button class="button" type="submit">
            {words.signOut}
          </button>
        </form>
      </>
    ),
  })
