/** Challenges expire after five minutes, so a waiting request is started again before. */
const RENEW_MS = 4 * 60_000

const bytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const text = (buffer: ArrayBuffer) => {
  let binary = ''
  for (const byte of new Uint8Array(buffer)) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

interface Refusal {
  error?: string
}

const post = async <Answer>(path: string, body: unknown): Promise<Answer & Refusal> => {
  const answer = await fetch(`/sign-in/passkeys/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Answer & Refusal
}

const showFault = (words: string | undefined) => {
  const fault = document.querySelector<HTMLElement>('#passkey-fault')
  if (fault === null) return
  fault.textContent = words ?? ''
  fault.hidden = words === undefined
}

/** The person closed the browser's dialog, or a newer request replaced this one. */
const isCancelled = (error: unknown) =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')

const askFor = async (mediation: CredentialMediationRequirement, signal: AbortSignal) => {
  const { challenge, rpId } = await post<{ challenge: string; rpId: string }>('challenge', {})
  return (await navigator.credentials.get({
    mediation,
    signal,
    publicKey: { challenge: bytes(challenge), rpId, userVerification: 'required' },
  })) as PublicKeyCredential | null
}

const finish = async (credential: PublicKeyCredential, place: HTMLElement) => {
  const response = credential.response as AuthenticatorAssertionResponse
  const { location: next, error } = await post<{ location?: string }>('sign-in', {
    id: credential.id,
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    userHandle: response.userHandle === null ? null : text(response.userHandle),
    request: place.dataset['request'] ?? '',
  })
  if (next !== undefined) location.assign(next)
  else showFault(error === 'copied' ? place.dataset['copied'] : place.dataset['failed'])
}

/** Offers passkeys in the address field and by a button. */
export const offerPasskeys = async () => {
  const place = document.querySelector<HTMLElement>('#passkey')
  if (place === null || !('PublicKeyCredential' in window)) return
  place.hidden = false
  const waiting = new AbortController()

  const attempt = async (mediation: CredentialMediationRequirement, signal: AbortSignal) => {
    try {
      const credential = await askFor(mediation, signal)
      if (credential !== null) await finish(credential, place)
      return true
    } catch (error) {
      // The conditional request starts with the page, so its failure stays silent.
      if (mediation === 'optional' && !signal.aborted && !isCancelled(error)) showFault(place.dataset['failed'])
      return false
    }
  }

  place.querySelector('#use-passkey')?.addEventListener('click', () => {
    // The browser answers one request at a time, so the field no longer offers passkeys.
    waiting.abort()
    showFault(undefined)
    void attempt('optional', new AbortController().signal)
  })

  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  while (!waiting.signal.aborted) {
    const signal = AbortSignal.any([waiting.signal, AbortSignal.timeout(RENEW_MS)])
    if (await attempt('conditional', signal)) return
    if (!signal.aborted) return
  }
}

interface CreationOptions {
  challenge: string
  user: { id: string; name: string; displayName: string }
  excludeCredentials: { id: string; type: 'public-key' }[]
}

const create = async () => {
  const options = await post<Omit<PublicKeyCredentialCreationOptions, keyof CreationOptions> & CreationOptions>(
    'options',
    {},
  )
  const credential = (await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytes(options.challenge),
      user: { ...options.user, id: bytes(options.user.id) },
      excludeCredentials: options.excludeCredentials.map((each) => ({ ...each, id: bytes(each.id) })),
    },
  })) as PublicKeyCredential | null
  if (credential === null) return false
  const response = credential.response as AuthenticatorAttestationResponse
  const publicKey = response.getPublicKey()
  if (publicKey === null) return false
  const { error } = await post('add', {
    id: credential.id,
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.getAuthenticatorData()),
    publicKey: text(publicKey),
    algorithm: response.getPublicKeyAlgorithm(),
  })
  return error === undefined
}

/** Creates a passkey when the person presses the button. */
export const addPasskey = () => {
  const place = document.querySelector<HTMLElement>('#new-passkey')
  if (place === null || !('PublicKeyCredential' in window)) return
  place.hidden = false
  const work = async () => {
    showFault(undefined)
    try {
      if (!(await create())) return showFault(place.dataset['failed'])
    } catch (error) {
      return isCancelled(error) ? undefined : showFault(place.dataset['failed'])
    }
    const next = place.dataset['next'] ?? ''
    if (next !== '') return location.assign(`${next}?note=created`)
    place.hidden = true
    document.querySelector('#passkey-created')?.removeAttribute('hidden')
  }
  place.querySelector('#create-passkey')?.addEventListener('click', () => void work())
}
