import { keysWords } from '../words/en/keys.ts'

/** Describes a scope. Empty if the scope is newer than this version of the console. */
export const scopeWords = (scope: string): string => (keysWords().scopes as Record<string, string>)[scope] ?? ''
