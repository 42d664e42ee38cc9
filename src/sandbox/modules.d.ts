/** The migrations of the service, in order. The build of the sandbox Worker fills them in. */
declare module 'sandbox:migrations' {
  export const migrations: readonly { name: string; sql: string }[]
}
