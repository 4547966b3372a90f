"""Writes the model in a GGUF file as the folder that vLLM and Hugging Face's programs read, its weights in float32.

    python -m backends.vllm.from_gguf model.gguf folder

Needs transformers, accelerate and gguf, which are at hand in vLLM's own environment but for the last two.
"""

import argparse
from pathlib import Path


def convert(file: Path, folder: Path) -> None:
    """Write a model, with its tokenizer and chat template, into a folder.

    Args:
        file: The GGUF file.
        folder: Where it goes.
    """
    import torch  # heavy, and at hand only where vLLM is
    from transformers import AutoModelForCausalLM, AutoTokenizer

    source = {"pretrained_model_name_or_path": file.parent, "gguf_file": file.name}
    read = AutoModelForCausalLM.from_pretrained(**source, dtype=torch.float32)
    config = read.config
    # The weights are whole numbers no more, but the model would still be written down as a quantised one.
    if hasattr(config, "quantization_config"):
        del config.quantization_config
    plain = type(read)(config)
    plain.load_state_dict(read.state_dict())
    plain.save_pretrained(folder)
    AutoTokenizer.from_pretrained(**source).save_pretrained(folder)


def main() -> None:
    """Convert what the command line names."""
    parser = argparse.ArgumentParser(prog="python -m backends.vllm.from_gguf", description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, help="GGUF file")
    parser.add_argument("folder", type=Path, help="where the model is written")
    named = parser.parse_args()
    convert(named.file, named.folder)


if __name__ == "__main__":
    main()
