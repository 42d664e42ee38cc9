export { Addon, type AddonOutput } from './addons.schema.ts'
export { toAddon } from './addons.ts'
export { addonsNamed, insertAddon, readAddons } from './addons.store.ts'
