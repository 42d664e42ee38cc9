/**
 * Words that depend on a number, `#` standing for it. Which forms a language has is part of its type, so that one that
 * is missing does not compile; which of them a number takes is known to `Intl`.
 */
export const pluralsOf = <Form extends Intl.LDMLPluralRule>(locale: string) => {
  let rules: Intl.PluralRules | undefined
  return (count: number, forms: Record<Form | 'other', string>) => {
    rules ??= new Intl.PluralRules(locale)
    const form = rules.select(count)
    // Millions have a form of their own in French, Italian, Spanish and Portuguese, which no count here reaches.
    return (form in forms ? forms[form as Form] : forms.other).replace('#', String(count))
  }
}
