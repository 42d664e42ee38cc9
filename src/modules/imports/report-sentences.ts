/**
 * Sentences about single lines of an import, by code. The workspace translates them by code and values, so a change here
 * needs the same change in `web/console/words/*\/import-reasons.ts`.
 */
export const SENTENCES = {
  invited: 'They were invited and haven’t registered.',
  status_unknown: "'{value}' isn’t a known status. Use confirmed, pending, waitlist or cancelled.",
  neither_yes_nor_no: "'{value}' is neither yes nor no. Use yes or no.",
  currency_missing:
    "'{value}' has no currency. Add a column with a code such as EUR, or state the currency of the file.",
  amount_unreadable: "'{value}' isn’t an amount in {currency}. Use a form such as 12.50.",
  address_invalid: "'{value}' isn’t an email address. Correct it.",
  control_characters: 'A name or code contains control characters. Remove them.',
  name_too_long: 'A name has more than {max} characters. Shorten it.',
  ticket_unknown: "No ticket is called '{value}'. Create it, or correct the name.",
  ticket_missing: 'No ticket. Add a column, or choose a ticket for these lines.',
  date_unreadable: "'{value}' isn’t a date for {field}. Use a form such as 2026-12-31 18:00.",
  date_in_future: "'{value}' is in the future. Correct {field}.",
  code_length: 'The code must have {min} to {max} characters. Leave it empty for a new one.',
  answer_invalid: "The answer to '{question}' {message}.",
  cancelled_and_checked_in: 'Cancelled and checked in. The guest is imported as cancelled.',
  headings: 'It looks like the headings.',
  test_order: 'It belongs to an order in test mode.',
  addon: 'It is an add-on. Its price is part of the ticket’s price.',
  other_date: 'It belongs to another date of the series.',
  price_with_addons: 'The price contains add-ons.',
  price_with_fees: 'The price contains fees.',
  price_with_addons_and_fees: 'The price contains add-ons and fees.',
  erased: 'This person was erased and stays erased. They can register again themselves.',
  reference_reused: 'The reference was another guest’s before. Use a column with unique references.',
  already_listed: 'Already on the guest list.',
  already_listed_as: "Already on the guest list as '{name}', which stays. The file says '{other}'.",
  status_here: 'The guest is {status} on the guest list and stays so. Add them by hand if they’re coming.',
  second_ticket: 'A second ticket of {email}, who is on the guest list.',
  code_taken: 'Another guest has this code. The guest gets a new one.',
  edited_here: 'Edited here since and kept: {fields}.',
  status_kept: 'The status in the file is {status} now. Change it here.',
  nameless: 'No name and no email address. Add one of them.',
  order_too_large: "Order '{order}' has more than {max} guests.",
  order_currencies: "Order '{order}' has amounts in {currency} and {other}. Use one currency.",
  order_closed: 'Others of this order were imported before.',
  name_twice: 'The name and ticket are also in line {line}.',
  reference_twice: 'The reference is also in line {line}.',
  address_twice: 'The email address is also in line {line}.',
  other_name: "{email} is '{name}' in line {line}. Each ticket keeps its name.",
  no_address: 'No email address. The guest gets no emails.',
  code_twice: 'Line {line} has the same code. The guest gets a new one.',
  guest_left_out: 'The guest is left out.',
  add_by_hand: 'Add them by hand.',
  add_reference: 'If they are two guests, add a column with a reference.',
  add_order_number: 'For several tickets of one person, add a column with an order number.',
  field_invalid: 'The {field} {message}.',
  time_unreadable: "'{value}' isn’t a time. Use a form such as 18:00.",
  moment_unreadable: "'{value}' isn’t a time for the {field}.",
  timezone_invalid: "'{value}' isn’t a time zone. Use a name such as Europe/Berlin.",
  timezone_unknown: "The time zone '{value}' isn’t known. Choose a time zone for the file, such as Europe/Berlin.",
  capacity_invalid: "'{value}' isn’t a number of seats. Use a whole number, or leave it empty.",
  end_open: 'The file has no time for its end, so it ends at 23:59.',
  start_missing: 'It has no start.',
  date_cancelled:
    'This date of the series is cancelled. A new series leaves it out. Cancel it here if the series was here before.',
  date_changed: 'It changes one date of a series. Edit that date after the import.',
  cancelled_in_file: 'It is cancelled in the file.',
  cancelled_only_in_file: 'It is cancelled in the file but not here. Cancel it here.',
  event_twice: 'The same event is in line {line}. If it is another one, give each line its own id.',
  event_there: "'{title}' is here on that day already. Edit it here, or give each line an id.",
  deleted_here: 'It was deleted here and stays deleted.',
  series_changed: 'The series has changed in the file. Edit the series here.',
  event_left_out: 'The event is left out.',
} as const

export type ReasonCode = keyof typeof SENTENCES

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

export interface Reason {
  code: ReasonCode
  values: Record<string, string>
}

type ValuesOf<Code extends ReasonCode> = Readonly<Record<Placeholders<(typeof SENTENCES)[Code]>, string | number>>
export type Stated<Code extends ReasonCode> =
  Placeholders<(typeof SENTENCES)[Code]> extends never ? [] : [values: ValuesOf<Code>]

export const reason = <Code extends ReasonCode>(code: Code, ...stated: Stated<Code>): Reason => {
  const [values = {}]: readonly Readonly<Record<string, string | number>>[] = stated
  return { code, values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])) }
}

/** What the fields of an event are called in a sentence. Other fields keep their names. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  startAt: 'start',
  endAt: 'end',
  timezone: 'time zone',
  location: 'place',
  meetingUrl: 'online link',
  tags: 'tag',
  'tickets.name': 'ticket name',
  'tickets.price': 'price',
  'tickets.currency': 'currency',
  rrule: 'repetition',
  exdates: 'exception',
  rdates: 'added date',
}

const textOf = (name: string, value: string) => {
  if (name === 'field') return FIELD_NAMES[value] ?? value
  return name === 'message'
    ? value.replaceAll(/\b(startAt|endAt)\b/g, (each) => `the ${FIELD_NAMES[each] ?? each}`)
    : value
}

/** Returns the sentences about a line, with its number, or null without any. */
export const saysOf = (line: number, reasons: readonly Reason[]): string | null =>
  reasons.length === 0
    ? null
    : `Line ${line}: ${reasons
        .map(({ code, values }) =>
          SENTENCES[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => textOf(name, values[name] ?? '')),
        )
        .join(' ')}`
