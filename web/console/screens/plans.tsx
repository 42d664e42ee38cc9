import type { Session } from '../session.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { HOME } from '../place.ts'
import { operatorWords } from '../words/en/operator.ts'
import { termsWords } from '../words/en/terms.ts'

const DESCRIBED = ['FREE', 'PLUS', 'PRO'] as const

/** The contents of the plans, and the contact for changing the plan. */
export const PlansScreen = ({ session }: { session: Session }) => {
  const words = operatorWords().plans
  const { plans, yourCalendars } = termsWords()
  return (
    <Screen crumbs={[{ words: yourCalendars, href: HOME }, { words: words.title }]} title={words.title}>
      <Head title={words.title} lead={words.lead} />
      {DESCRIBED.map((plan) => (
        <section key={plan} class="block-of">
          <div>
            <h2 class="h2">{plans[plan]}</h2>
          </div>
          <ul>
            {words.includes[plan].map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </section>
      ))}
      <p class="notice">{words.ask}</p>
      <ul class="lines">
        {session.me.calendars.map(({ slug, name, plan }) => (
          <li key={slug}>
            <span class="grow">
              {words.yours(<bdi>{name}</bdi>, <b>{plans[plan]}</b>)}
              <span class="under">
                <code>{slug}</code>
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Screen>
  )
}
