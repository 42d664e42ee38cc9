import { SCOPES } from '../../../src/kernel/vocabulary.ts'

/** What a scope opens, in words; a scope newer than this page explains itself by its name. */
export const scopeWords = (scope: string): string => (SCOPES as Record<string, string>)[scope] ?? ''
