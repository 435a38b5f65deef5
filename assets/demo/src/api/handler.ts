import { read } from "../cache/store";

export async function profile(id: string): Promise<string> {
  return read(`profile:${id}`, () => database.profile(id));
}
