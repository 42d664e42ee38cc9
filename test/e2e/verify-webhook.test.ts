import { readFileSync } from 'node:fs'
import { getPHPLoaderModule } from '@php-wasm/node-8-4'
import { loadPHPRuntime, PHP } from '@php-wasm/universal'
import { loadPyodide } from 'pyodide'
import { beforeAll, describe, expect, it } from 'vitest'
import { isFromCalendarWebhook, isFromEventWebhook } from '../../examples/verify-webhook/node.mjs'
import { headersOf } from '../../src/modules/deliveries/signatures.ts'

const exampleOf = (name: string) =>
  readFileSync(new URL(`../../examples/verify-webhook/${name}`, import.meta.url), 'utf8')

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const other = 'a secret of my own, or the old one'
const body = '{"id":"del_1","type":"guest.registered","data":{"guestName":"Zoë 🚀"}}'

type Form = 'current' | 'target'
type Verify = (form: Form, secret: string, body: string, signature: string) => boolean

const byNode =
  async (): Promise<Verify> =>
  (form, ...given) =>
    form === 'current' ? isFromEventWebhook(...given) : isFromCalendarWebhook(...given)

/** Python and PHP are installed as npm packages, so no machine has to skip these tests. */
const byPython = async (): Promise<Verify> => {
  const python = await loadPyodide()
  python.runPython(exampleOf('verify.py'))
  return (form, ...[given, text, signature]) => {
    const name = form === 'current' ? 'is_from_event_webhook' : 'is_from_calendar_webhook'
    const check = python.globals.get(name) as (...args: unknown[]) => boolean
    return check(given, python.toPy(new TextEncoder().encode(text)).tobytes(), signature)
  }
}

const byPhp = async () => {
  const runtime = new PHP(await loadPHPRuntime(await getPHPLoaderModule(), {}))
  const program = `${exampleOf('verify.php')}
[$form, $secret, $body, $signature] = json_decode(getenv('GIVEN'));
$check = $form === 'current' ? 'isFromEventWebhook' : 'isFromCalendarWebhook';
echo $check($secret, $body, $signature) ? 'yes' : 'no';`
  return async (...given: Parameters<Verify>) => {
    const answer = await runtime.runStream({ code: program, env: { GIVEN: JSON.stringify(given) } })
    const [text, errors] = await Promise.all([answer.stdoutText, answer.stderrText])
    if (errors !== '') throw new Error(errors)
    return text === 'yes'
  }
}

const signatureOf = async (form: Form, secrets: [string, ...string[]], sentAt = Date.now()) => {
  const headers = await headersOf(form, { id: 'del_1', type: 'guest.registered', body, sentAt, secrets })
  return headers[form === 'current' ? 'X-Svc-Webhook-Signature' : 'X-Svc-Signature'] ?? ''
}

const verifiers: [string, () => Promise<(...given: Parameters<Verify>) => boolean | Promise<boolean>>][] = [
  ['Node', byNode],
  ['Python', byPython],
  ['PHP', byPhp],
]

describe.each(verifiers)('examples/verify-webhook in %s', (_language, load) => {
  let verify: Awaited<ReturnType<typeof load>>
  beforeAll(async () => void (verify = await load()))

  it.each(['current', 'target'] as const)('accepts the service’s %s signature and rejects any other', async (form) => {
    const signature = await signatureOf(form, [secret, other])
    expect(await verify(form, secret, body, signature)).toBe(true)
    expect(await verify(form, secret, `${body} `, signature)).toBe(false)
    expect(await verify(form, `${secret}x`, body, signature)).toBe(false)
    for (const broken of ['', 'x', '=', signature.slice(0, -1), `${signature}0`, signature.replace(/[0-9a-f]$/, 'é')]) {
      const isOlderPart = form === 'current' && broken.includes(`${signature.split(',')[1]},`)
      expect(await verify(form, secret, body, broken), broken).toBe(isOlderPart)
    }
  })

  it('accepts both secrets after a rotation in the current form, and only the new one in the target form', async () => {
    expect(await verify('current', other, body, await signatureOf('current', [secret, other]))).toBe(true)
    expect(await verify('target', other, body, await signatureOf('target', [secret, other]))).toBe(false)
  })

  it('rejects a current signature more than five minutes old or ahead', async () => {
    for (const minutes of [-6, 6]) {
      const signature = await signatureOf('current', [secret], Date.now() + minutes * 60_000)
      expect(await verify('current', secret, body, signature)).toBe(false)
    }
  })
})
