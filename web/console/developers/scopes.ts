import { SCOPES } from '../../../src/kernel/vocabulary.ts'

/** Describes a scope. Empty if the scope is newer than this version of the console. */
export const scopeWords = (scope: string): string => (SCOPES as Record<string, string>)[scope] ?? ''
