import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isFromCalendarWebhook, isFromEventWebhook } from '../../examples/verify-webhook/node.mjs'
import { headersOf } from '../../src/modules/deliveries/signatures.ts'

const EXAMPLES = fileURLToPath(new URL('../../examples/verify-webhook', import.meta.url))
/** Languages that this machine speaks; `.ci/run` installs them all. */
const speaks = (interpreter: string) => spawnSync(interpreter, ['--version']).status === 0

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const other = 'a secret of my own, or the old one'
const body = '{"id":"del_1","type":"guest.registered","data":{"guestName":"Zoë 🚀"}}'

type Form = 'current' | 'target'
type Verify = (form: Form, secret: string, body: string, signature: string) => boolean

const byNode: Verify = (form, ...given) =>
  form === 'current' ? isFromEventWebhook(...given) : isFromCalendarWebhook(...given)

const PYTHON = `import json, sys, verify
form, secret, body, signature = json.loads(sys.stdin.read())
check = verify.is_from_event_webhook if form == "current" else verify.is_from_calendar_webhook
print(check(secret, body.encode(), signature))`

const byPython: Verify = (...given) => {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }
  const input = JSON.stringify(given)
  return execFileSync('python3', ['-c', PYTHON], { cwd: EXAMPLES, input, env, encoding: 'utf8' }).trim() === 'True'
}

const PHP = `require "verify.php";
[$form, $secret, $body, $signature] = json_decode(stream_get_contents(STDIN));
$check = $form === "current" ? "isFromEventWebhook" : "isFromCalendarWebhook";
echo $check($secret, $body, $signature) ? "yes" : "no";`

const byPhp: Verify = (...given) =>
  execFileSync('php', ['-r', PHP], { cwd: EXAMPLES, input: JSON.stringify(given), encoding: 'utf8' }) === 'yes'

const signatureOf = async (form: Form, secrets: [string, ...string[]], sentAt = Date.now()) => {
  const headers = await headersOf(form, { id: 'del_1', type: 'guest.registered', body, sentAt, secrets })
  return headers[form === 'current' ? 'X-Svc-Webhook-Signature' : 'X-Svc-Signature'] ?? ''
}

const verifiers: [string, Verify][] = [
  ['Node', byNode],
  ...(speaks('python3') ? [['Python', byPython] as [string, Verify]] : []),
  ...(speaks('php') ? [['PHP', byPhp] as [string, Verify]] : []),
]

describe.each(verifiers)('the example for %s', (_language, verify) => {
  it.each(['current', 'target'] as const)(
    'accepts what the service signs in the %s form, and nothing else',
    async (form) => {
      const signature = await signatureOf(form, [secret, other])
      expect(verify(form, secret, body, signature)).toBe(true)
      expect(verify(form, secret, `${body} `, signature)).toBe(false)
      expect(verify(form, `${secret}x`, body, signature)).toBe(false)
      for (const broken of [
        '',
        'x',
        '=',
        signature.slice(0, -1),
        `${signature}0`,
        signature.replace(/[0-9a-f]$/, 'é'),
      ]) {
        const isOlderPart = form === 'current' && broken.includes(`${signature.split(',')[1]},`)
        expect(verify(form, secret, body, broken), broken).toBe(isOlderPart)
      }
    },
  )

  it('accepts either secret after a rotation in the current form, and the new one alone in the target form', async () => {
    expect(verify('current', other, body, await signatureOf('current', [secret, other]))).toBe(true)
    expect(verify('target', other, body, await signatureOf('target', [secret, other]))).toBe(false)
  })

  it('refuses a signature of the current form that is older or newer than five minutes', async () => {
    for (const minutes of [-6, 6]) {
      const signature = await signatureOf('current', [secret], Date.now() + minutes * 60_000)
      expect(verify('current', secret, body, signature)).toBe(false)
    }
  })
})
