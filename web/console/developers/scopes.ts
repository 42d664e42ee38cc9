import { SCOPES } from '../../../src/kernel/vocabulary.ts'

/** Describes a scope. Empty for a scope that is newer than this page. */
export const scopeWords = (scope: string): string => (SCOPES as Record<string, string>)[scope] ?? ''
