/**
 * Returns a function that selects the plural form for a number with `Intl.PluralRules` and replaces `#` with the
 * number. The `Form` type lists a language's plural categories, so a missing form does not compile.
 */
export const pluralsOf = <Form extends Intl.LDMLPluralRule>(
  locale: string,
  formatted: (count: number) => string = String,
) => {
  let rules: Intl.PluralRules | undefined
  return (count: number, forms: Record<Form | 'other', string>) => {
    rules ??= new Intl.PluralRules(locale)
    const form = rules.select(count)
    // French, Italian, Spanish and Portuguese also have a `many` form for millions, but counts here never get that
    // high.
    return (form in forms ? forms[form as Form] : forms.other).replace('#', formatted(count))
  }
}
