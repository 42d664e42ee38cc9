import type { HtmlPage, Visit } from '../../pages/page.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { preferredLanguage } from '../../pages/reading.ts'
import type { Control } from '../control.ts'
import { sandboxWords } from './words.ts'

const HEADERS = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' }

const gone = () => new Response('Not found\n', { status: 404 })
const DELAY_MS = 3 * DAY_MS

const payPage = ({ provider }: Control): HtmlPage => ({
  method: 'GET',
  path: '/pay/:session',
  show: ({ params, request }: Visit) => {
    const checkout = provider.checkoutNamed(params.session ?? '')
    if (checkout === null) return gone()
    const language = preferredLanguage(request)
    const words = sandboxWords[language.locale]
    const amount = new Intl.NumberFormat(language.format, { style: 'currency', currency: checkout.currency })
    const digits = amount.resolvedOptions().maximumFractionDigits ?? 2
    const actions = { paid: words.pay, failed: words.fail, pending: words.later }
    return {
      title: words.payTitle,
      language,
      style: 'event',
      headers: HEADERS,
      body: (
        <main id="main" class="page narrow center stack">
          <h1>{words.payTitle}</h1>
          <p class="lead">{amount.format(checkout.amount / 10 ** digits)}</p>
          {checkout.status === 'open' ? (
            <>
              <p>{words.payText}</p>
              {Object.entries(actions).map(([outcome, label]) => (
                <form method="post">
                  <input type="hidden" name="outcome" value={outcome} />
                  <button class={outcome === 'paid' ? 'button' : 'button plain'} type="submit">
                    {label}
                  </button>
                </form>
              ))}
            </>
          ) : (
            <p>{words.over}</p>
          )}
          <p>
            <a href={checkout.return_url}>{words.back}</a>
          </p>
        </main>
      ),
    }
  },
})

const paidPage = ({ provider, tellPayment, clock }: Control): HtmlPage => ({
  method: 'POST',
  path: '/pay/:session',
  show: async ({ params, request }: Visit) => {
    const checkout = provider.checkoutNamed(params.session ?? '')
    if (checkout === null) return gone()
    const outcome = (await request.formData()).get('outcome')
    if (checkout.status === 'open') {
      const message =
        outcome === 'pending'
          ? provider.act(checkout, { outcome, settlesAt: clock.read() + DELAY_MS, settlesAs: 'paid' })
          : provider.act(checkout, { outcome: outcome === 'paid' ? 'paid' : 'failed' })
      if (message !== null) await tellPayment(message.id)
    }
    return Response.redirect(checkout.return_url, 303)
  },
})

/** The payment page, shown instead of the provider's. */
export const payPages = (control: Control): HtmlPage[] => [payPage(control), paidPage(control)]
