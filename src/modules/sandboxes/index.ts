export { requireSandboxes } from './manage-sandboxes.ts'
export { calendarToCopy } from './sandboxes.store.ts'
