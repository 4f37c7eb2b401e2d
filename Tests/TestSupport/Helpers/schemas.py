"""Validates JSON documents against the schemas in a folder: schemas.py FOLDER [NAME-N.json]…

The schema of NAME-N.json is NAME.schema.json. Fields that a schema does not name are errors here; the
schemas themselves allow them, because later versions add fields.
"""
import json
import pathlib
import sys

from jsonschema import Draft202012Validator as Validator
from referencing import Registry, Resource


def strict(schema):
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {name: strict(part) for name, part in schema.items()}
    if schema.get("type") == "object" and isinstance(schema.get("properties"), dict):
        schema.setdefault("additionalProperties", False)
    return schema


def read(file):
    return json.loads(file.read_text())


schemas = {file.name: read(file) for file in pathlib.Path(sys.argv[1]).glob("*.schema.json")}
for schema in schemas.values():
    Validator.check_schema(schema)
registry = Registry().with_resources(
    [(name, Resource.from_contents(strict(schema))) for name, schema in schemas.items()])
for file in map(pathlib.Path, sys.argv[2:]):
    # Names of schemas may contain hyphens.
    fits = [name for name in schemas
            if f"{file.stem}-".startswith(name.removesuffix(".schema.json") + "-")]
    validator = Validator(strict(schemas[max(fits, key=len)]), registry=registry)
    for error in validator.iter_errors(read(file)):
        print(f"{file.name}: {error.json_path}: {error.message[:300]}")
