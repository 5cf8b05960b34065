/** Tools that one program is offered by the Model Context Protocol; those of more sections are not. */
export const MCP_TOOLS = 500;
/** What a tool takes whose call has it in its address, in signs of JSON: no more than an address of the web has room for. */
export const MCP_ADDRESS_LENGTH = 16_384;
