"""Writes a workspace (one node-link file) with hostile ids, titles and relations. Usage: nasty.py FOLDER [SEED]"""
import json, os, random, sys
folder, seed = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
random.seed(seed)
titles = ['</script><script>alert(1)</script>', '<img src=x onerror=alert(2)>', '"end"', 'end', 'javascript:alert(3)', ']]>', '--> <!-- x',
  "'; alert(4) //", '`code` **bold** _em_ ~~s~~', '[link](javascript:alert(5))', '# heading', '- list', '1. list', '> quote', 'a | b | c', '%%{init: {"securityLevel":"loose"}}%%',
  'click n0 callback', 'style n0 fill:#f00;', 'classDef x fill:#f00;', 'style:#123;', 'fa:fa-car', '$$x^2$$', 'subgraph x', '{{{', '"unclosed', "it's", 'a\\nb\\', 'a\nb\r\nc',
  '😀👩‍💻🇩🇪', 'שלום עולם', '\u202egnp.exe', 'مرحبا', '日本語のとても長いタイトル' * 5, '\u0007bell\u001b[31mred', '\u2028\u2029', '@octocat #1 a@b.cd', 'https://example.org/?a=1&b=2', 'www.example.org',
  '&lt;b&gt; &amp; &#x41;', '#quot;#35;', 'ﬂ°°35¶ß', '   ', 'x' * 300, '\\', '|', '{{title}}', '${1+1}', 'url(javascript:alert(6))', '"><svg onload=alert(7)>', '__proto__', 'constructor', 'onclick=alert(8)', '```mermaid', '---', '%%', '~~~']
if seed > 1:
    alphabet = list('"#;:%{}[]()<>&`|\\/*_-=+~!?.,\'@$^ \n\t\u200d\u202e\u2028éß日😀שaendx1')
    titles = [''.join(random.choice(alphabet) for _ in range(random.randint(1, 40))) for _ in range(60)]
ids = [t if t.strip() else f'blank {i}' for i, t in enumerate(titles)]
verbs = ['led-to', 'cites', '<b>', '"x"', 'a|b', '-->', 'end', '__proto__'] + titles[:6]
edges = [{'source': random.choice(ids + ['gone </script>']), 'target': random.choice(ids), 'relation': random.choice([v for v in verbs if v.strip()])} for _ in range(90)]
os.makedirs(folder, exist_ok=True)
nodes = [{'id': i, 'label': t, 'kind': random.choice(['task', '<i>kind</i>', 'note', '__proto__'])} for i, t in zip(ids, titles)]
json.dump({'directed': True, 'multigraph': True, 'graph': {}, 'nodes': nodes, 'edges': edges}, open(f'{folder}/x.json', 'w'))
open(f'{folder}/.refscope.yaml', 'w').write('sources:\n  - system: graph\n    path: x.json\n')
