import type { Locale } from '../../src/kernel/vocabulary.ts'
import { beginningOf, whenOf } from '../../src/presentation/when.ts'
import { languageOf, type Language } from '../../src/words/words.ts'
import { localeOf } from '../../src/words/locales.ts'
import type { Answer, Invite } from './invite.ts'
import { MAILBOX_STYLE } from './mailbox-style.ts'
import { escapeHtml, page } from './pages.ts'

/** The question and the possible answers that a calendar app shows, in the language of the email. */
const QUESTIONS: Record<Locale, [question: string, yes: string, maybe: string, no: string]> = {
  en: ['Are you coming?', 'Yes', 'Maybe', 'No'],
  de: ['Kommst du?', 'Ja', 'Vielleicht', 'Nein'],
  fr: ['Vous venez ?', 'Oui', 'Peut-être', 'Non'],
  es: ['¿Vienes?', 'Sí', 'Quizás', 'No'],
  it: ['Vieni?', 'Sì', 'Forse', 'No'],
  nl: ['Kom je?', 'Ja', 'Misschien', 'Nee'],
  pt: ['Vens?', 'Sim', 'Talvez', 'Não'],
  pl: ['Przyjdziesz?', 'Tak', 'Może', 'Nie'],
  ja: ['参加しますか。', 'はい', '未定', 'いいえ'],
  ar: ['هل ستحضر؟', 'نعم', 'ربما', 'لا'],
}

/** In the same order as the three labels in `QUESTIONS`. */
const ANSWERS: Answer[] = ['ACCEPTED', 'TENTATIVE', 'DECLINED']

const isoOf = (text: string) => {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/.exec(text) ?? []
  return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`
}

const timesOf = ({ starts, ends, timezone }: Invite) => ({
  startAt: isoOf(starts),
  endAt: isoOf(ends),
  timezone: timezone === '' ? 'UTC' : timezone,
  allDay: !starts.includes('T'),
})
type Times = ReturnType<typeof timesOf>

const wallOf = (times: Times) => (times.allDay ? 'UTC' : times.timezone)
const partOf = (at: string, times: Times, { format }: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(format, { timeZone: wallOf(times), ...options }).format(new Date(at))

/** Returns the minutes since midnight in the event's time zone. */
const minutesOf = (at: string, times: Times) => {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: wallOf(times), hour: '2-digit', minute: '2-digit' })
    .formatToParts(new Date(at))
    .filter(({ type }) => type === 'hour' || type === 'minute')
    .map(({ value }) => Number(value))
  return (parts[0] ?? 0) * 60 + (parts[1] ?? 0)
}

const leafOf = (times: Times, language: Language) => {
  const part = (options: Intl.DateTimeFormatOptions) => escapeHtml(partOf(times.startAt, times, language, options))
  return `<div class="leaf" aria-hidden="true"><span>${part({ month: 'short' })}</span><b>${part({ day: 'numeric' })}</b><small>${part({ weekday: 'short' })}</small></div>`
}

const [DAY, HOUR] = [24 * 60, 60]
const MAX_HOURS = 12

/**
 * Renders the day with one hour before and after the entry. All-day entries and those of 12 hours or more become a bar
 * at the top.
 */
const dayOf = (invite: Invite, times: Times, language: Language) => {
  const heading = escapeHtml(partOf(times.startAt, times, language, { weekday: 'long', day: 'numeric', month: 'long' }))
  const { hours } = whenOf(times, language)
  const entry = (style: string) =>
    `<div class="entry${invite.method === 'CANCEL' ? ' off' : ''}" style="${style}"><b>${escapeHtml(invite.title)}</b><small>${escapeHtml(hours)}</small></div>`
  const length = (Date.parse(times.endAt) - Date.parse(times.startAt)) / 60_000
  const starts = minutesOf(times.startAt, times)
  if (times.allDay || length >= DAY / 2) return `<h2>${heading}</h2><div class="across">${entry('')}</div>`
  const first = Math.max(0, Math.floor(starts / HOUR) - 1)
  const last = Math.min(24, Math.max(Math.ceil((starts + length) / HOUR) + 1, first + 5), first + MAX_HOURS + 2)
  const rows = Array.from({ length: last - first }, (_, index) => {
    const at = new Date(Date.UTC(2000, 0, 1, first + index)).toISOString()
    const clock = partOf(at, { ...times, timezone: 'UTC' }, language, { hour: '2-digit', minute: '2-digit' })
    return `<span style="grid-row:${index + 1}">${escapeHtml(clock)}</span>`
  })
  const row = (minutes: number) => `calc(${((minutes - first * HOUR) / HOUR).toFixed(3)} * var(--hour))`
  const shown = Math.min(length, last * HOUR - starts)
  const place = `top:${row(starts)};height:calc(${(shown / HOUR).toFixed(3)} * var(--hour) - 3px)`
  return `<h2>${heading}</h2><div class="hours">${rows.join('')}${entry(place)}</div>`
}

/**
 * Renders what a calendar app shows for an invite. `notes` report the result of the last answer, or that a later email
 * has changed the entry.
 */
export const invitePage = (
  invite: Invite,
  {
    action,
    notes,
    lang,
    mail,
    answered,
  }: { action: string; notes: string[]; lang: string; mail: string; answered: Answer | null },
) => {
  const { method, title, place, organizer, attendee, partstat, sequence } = invite
  const isOff = method === 'CANCEL'
  const language = languageOf(localeOf(lang) ?? 'en')
  const { words, locale, direction } = language
  const times = timesOf(invite)
  const { days, hours } = whenOf(times, language)
  const [question, ...labels] = QUESTIONS[locale]
  const current = answered ?? partstat
  const buttons = labels.map((label, index) => {
    const answer = ANSWERS[index] ?? ''
    return `<button name="answer" value="${answer}"${answer === current ? ' aria-current="true"' : ''}>${escapeHtml(label)}</button>`
  })
  const fact = (label: string, lines: string[]) =>
    lines.length === 0 || lines[0] === ''
      ? ''
      : `<div><dt>${escapeHtml(label)}</dt>${lines.map((line) => `<dd>${escapeHtml(line)}</dd>`).join('')}</div>`
  const body = `<p class="back" lang="en" dir="ltr"><a href="/outbox">← Outbox</a> <a href="${escapeHtml(mail)}">View email</a></p>
${notes.map((note) => `<p class="note" role="status" lang="en" dir="ltr">${escapeHtml(note)}</p>`).join('')}
<article class="invite${isOff ? ' off' : ''}">
<section>
<header>${leafOf(times, language)}<div><h1>${isOff ? `<s>${escapeHtml(title)}</s>` : escapeHtml(title)}</h1><p>${escapeHtml(organizer.name)}</p></div></header>
<dl>${fact(words.when.when, [days, hours])}${fact(words.where.where, [place])}</dl>
${
  isOff
    ? '<p class="asked" lang="en" dir="ltr">The organiser cancelled this invite, so calendar apps remove the entry.</p>'
    : `<form method="post" action="${escapeHtml(action)}"><p class="asked">${escapeHtml(question)}</p><div class="answers">${buttons.join('')}</div></form>`
}
<p class="technical" lang="en" dir="ltr">${escapeHtml(`Calendar of ${attendee} · ${method}, version ${sequence}`)}</p>
</section>
<section class="day" aria-label="${escapeHtml(beginningOf(times, language).day)}">${dayOf(invite, times, language)}</section>
</article>`
  return page(title, body, { style: MAILBOX_STYLE, lang: locale, dir: direction })
}
