/** Types of the parts that tests use; the package has none. */
declare module 'mailparser' {
  interface Address {
    name: string
    address: string
  }
  export function simpleParser(
    raw: string,
    options?: { keepCidLinks?: boolean },
  ): Promise<{
    subject: string
    text?: string
    html: string | false
    from?: { value: Address[] }
    attachments: { contentType: string; content: Uint8Array }[]
  }>
}
