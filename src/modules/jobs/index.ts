export { Job } from './jobs.schema.ts'
export { toJob } from './jobs.ts'
export { jobsNamed, recordJob } from './jobs.store.ts'
