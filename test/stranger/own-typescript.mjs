import { registerHooks } from 'node:module'

// @hey-api/openapi-ts uses the compiler API, which TypeScript 7 at the top of the repository no longer has. npm accepts
// that version for it, so this leads it to the one next to this file.
registerHooks({
  resolve: (name, context, next) =>
    next(name, name === 'typescript' ? { ...context, parentURL: import.meta.url } : context),
})
